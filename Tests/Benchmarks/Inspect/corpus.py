"""Prints links as a busy app receives them, one per line: corpus.py COUNT [SEED]

Half are App Links with data of a usual size and a quarter are plain https links. The others have an app's scheme, are wrapped by a
redirector, are Android intents, or are truncated App Links. A link has about 360 bytes. The same seed gives the same links.
"""
import json, random, sys
from urllib.parse import quote

APPS = [("Shop", "shop"), ("Nieuws", "news"), ("写真箱", "photobox"), ("Café", "cafe"), ("Wheel", "wheel")]
HOSTS = ["example.com", "www.example.org", "shop.example.net", "m.example.co.uk"]
WORDS = ["red", "shoes", "profile", "42", "summer", "sale", "ünï", "a b", "x&y", "50%"]
KINDS = (["app link"] * 50) + (["plain"] * 25) + (["scheme"] * 12) + (["wrapped"] * 5) + (["intent"] * 4) + (["cut"] * 4)


class Links:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def word(self):
        return self.random.choice(WORDS)

    def app_link(self, number):
        (_, scheme), (name, back) = self.random.choice(APPS), self.random.choice(APPS)
        target = f"https://{self.random.choice(HOSTS)}/p/{number}?q={quote(self.word())}&s={self.random.randrange(1000)}"
        data = {
            "target_url": target, "version": "1.0", "user_agent": "Bolts iOS 1.9.0",
            "extras": {
                "campaign": self.word(), "n": number, "fb_access_token": "t" * 40, "nested": {"a": [1, 2, 3], "k": self.word()},
            },
            "referer_app_link": {"app_name": name, "url": f"{back}://back/{number}"},
        }
        text = quote(json.dumps(data, ensure_ascii=False), safe="")
        return f"{scheme}://open/{number}?ref={quote(self.word())}&al_applink_data={text}"

    def plain(self, number):
        return f"https://{self.random.choice(HOSTS)}/products/{number}?utm_source=mail&utm_campaign={quote(self.word())}&id={number}"

    def link(self, number):
        kind = self.random.choice(KINDS)
        if kind == "app link":
            return self.app_link(number)
        if kind == "plain":
            return self.plain(number)
        if kind == "scheme":
            return f"{self.random.choice(APPS)[1]}://item/{number}?name={quote(self.word())}"
        if kind == "wrapped":
            return "https://l.facebook.com/l.php?u=" + quote(self.plain(number), safe="") + "&h=AT0" + "x" * 30
        if kind == "intent":
            fallback = quote(self.plain(number), safe="")
            return f"intent://open/{number}?a=1#Intent;scheme=shop;package=com.example.shop;S.browser_fallback_url={fallback};end"
        return self.app_link(number)[: self.random.randrange(60, 300)]


def write(path, count, seed):
    links = Links(seed)
    with open(path, "w", encoding="utf-8") as output:
        for number in range(count):
            output.write(links.link(number) + "\n")


if __name__ == "__main__":
    write("/dev/stdout", int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
