"""The weight of a page on the wire: itself, and everything it names to be fetched at once."""

from html.parser import HTMLParser

import httpx

AT_ONCE = {"stylesheet", "modulepreload", "preload"}


class _Named(HTMLParser):
    """Collects the addresses that a page names to be fetched at once."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given["rel"] in AT_ONCE:
            self.found.append(given["href"])
        elif "src" in given:
            self.found.append(given["src"])


async def weigh(client: httpx.AsyncClient, path: str, language: str = "en") -> dict[str, int]:
    """By address, the bytes of each compressed response with its headers. The page comes first."""
    headers = {"accept-encoding": "gzip", "accept-language": language}
    page = await client.get(path, headers=headers)
    weights = {path: 0, **dict.fromkeys(_Named(page.text).found, 0)}
    for address in weights:
        async with client.stream("GET", address, headers=headers) as answer:
            answer.raise_for_status()
            body = sum([len(part) async for part in answer.aiter_raw()])
        weights[address] = body + sum(len(name) + len(value) + len(": \r\n") for name, value in answer.headers.raw)
    return weights


def scripts(weights: dict[str, int]) -> int:
    """The bytes of scripts among them."""
    return sum(weight for address, weight in weights.items() if ".js?" in address)
