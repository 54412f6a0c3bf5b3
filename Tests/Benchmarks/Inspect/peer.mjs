// What a script would do with the same lines: parse the URL, parse its data, print both as JSON.
import { createInterface } from "node:readline";

const parameters = (url) => Object.fromEntries(url.searchParams);
const lines = [];
const flush = () => process.stdout.write(lines.splice(0).join("\n") + "\n");
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    let answer;
    try {
        const query = parameters(new URL(line));
        let data = null;
        try {
            data = query.al_applink_data ? JSON.parse(query.al_applink_data) : null;
        } catch {}
        const target = data?.target_url ?? line;
        answer = {
            inputURL: line, isAppLink: data !== null, targetURL: target, inputQueryParameters: query,
            targetQueryParameters: parameters(new URL(target)), appLinkData: data, extras: data?.extras ?? null,
            referer: data?.referer_app_link ?? null,
        };
    } catch (error) {
        answer = { inputURL: line, error: String(error) };
    }
    if (lines.push(JSON.stringify(answer)) === 1000) flush();
}
flush();
