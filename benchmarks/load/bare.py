"""A server that answers and does nothing, for comparison: python -m uvicorn benchmarks.load.bare:app."""

from fastapi import FastAPI

app = FastAPI(openapi_url=None)


@app.get("/healthz")
async def healthz() -> dict[str, bool]:
    """That it answers."""
    return {"ok": True}
