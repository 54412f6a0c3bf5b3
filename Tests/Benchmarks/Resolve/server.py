"""A web server that costs as little CPU time as possible in Python: it sends prepared pages. Prints its port; ends with its input.

    server.py PAGES     serves PAGES different pages of about 20 KB each, under /0 to /PAGES-1
"""
import asyncio, sys, threading, os

WORDS = "red shoes profile summer sale back to the front page of a shop with all its things".split()


def page(number):
    tags = "".join(f'<meta property="al:{name}" content="{content}">' for name, content in [
        ("ios:url", f"shop://item/{number}"), ("ios:app_name", "Shop"), ("ios:app_store_id", "1234567"),
        ("android:url", f"shop://item/{number}"), ("android:package", "com.example.shop"), ("android:app_name", "Shop"),
        ("web:url", f"https://shop.example.com/item/{number}")])
    cards = f'<meta name="twitter:app:url:iphone" content="shop://item/{number}"><meta name="apple-itunes-app" content="app-id=1234567">'
    rows = "".join(f'<div class="row r{row}"><a href="/item/{row}">{WORDS[row % len(WORDS)]} &amp; {WORDS[(row * 7) % len(WORDS)]}</a>'
                   f"<p>{' '.join(WORDS)}</p></div>\n" for row in range(110))
    return f"<!doctype html><html><head><title>Item {number}</title>{tags}{cards}</head><body>{rows}</body></html>"


class Answering(asyncio.Protocol):
    answers = []

    def connection_made(self, transport):
        self.transport = transport
        self.rest = b""

    def data_received(self, data):
        data = self.rest + data
        while True:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                break
            number = int(data[5:data.index(b" ", 5)])
            self.transport.write(self.answers[number % len(self.answers)])
            data = data[end + 4:]
        self.rest = data


async def main():
    for number in range(int(sys.argv[1])):
        body = page(number).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        Answering.answers.append(head.encode() + body)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Answering, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    await server.serve_forever()


asyncio.run(main())
