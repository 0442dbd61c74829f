"""The weight of a page on the wire: itself, and everything it names to be fetched at once."""

import re

import httpx

NAMED = re.compile(r'<link rel="(?:stylesheet|modulepreload|preload)" [^>]*href="([^"]+)|<\w+ (?:[^>]* )?src="([^"]+)')
"""The addresses that a page names to be fetched at once."""


async def weigh(client: httpx.AsyncClient, path: str, language: str = "en") -> dict[str, int]:
    """By address, the bytes of each compressed response with its headers. The page comes first."""
    headers = {"accept-encoding": "gzip, deflate, br", "accept-language": language}
    page = await client.get(path, headers=headers)
    weights = {path: 0, **{link or source: 0 for link, source in NAMED.findall(page.text)}}
    for address in weights:
        async with client.stream("GET", address, headers=headers) as answer:
            answer.raise_for_status()
            body = sum([len(part) async for part in answer.aiter_raw()])
        weights[address] = body + sum(len(name) + len(value) + len(": \r\n") for name, value in answer.headers.raw)
    return weights


def scripts(weights: dict[str, int]) -> int:
    """The bytes of scripts among them."""
    return sum(weight for address, weight in weights.items() if ".js?" in address)
