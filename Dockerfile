# One node of Tertulia. It needs nothing but a volume for /data; the rest of its file system may be read-only.

FROM python:3.13-slim AS build
WORKDIR /tertulia
# With everything that can be switched on: Web Push, and PostgreSQL as the database.
COPY requirements-push.lock .
COPY requirements-postgres.lock .
RUN python -m venv --without-pip /venv \
 && for lock in requirements-push.lock requirements-postgres.lock; do \
      pip --python /venv/bin/python --no-cache-dir --disable-pip-version-check \
      install --require-hashes --requirement $lock || exit 1; \
    done
COPY app app
COPY games games
COPY migrations migrations
COPY static static
COPY templates templates
# Compiled here, because at run time there is nowhere to keep the compiled files.
RUN python -m compileall -q /venv app games migrations

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tertulia \
 && install --directory --owner tertulia --group tertulia /data
COPY --from=build /venv /venv
COPY --from=build /tertulia /tertulia
WORKDIR /tertulia
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TERTULIA_BIND=0.0.0.0:8000 \
    TERTULIA_DATABASE_URL=sqlite:////data/tertulia.sqlite3 \
    TERTULIA_PUSH_KEY_FILE=/data/push-key.pem
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 CMD ["python", "-m", "app", "health"]
CMD ["python", "-m", "app"]
