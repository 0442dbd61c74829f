# One node of Tertulia. It needs nothing but a volume for /data; the rest of its file system may be read-only.

FROM python:3.13-slim@sha256:70729b46c69b4f1e97c4822c1af3df53a1476cf5ddc6c087c0c10bc3a5678c2f AS build
WORKDIR /source
# With everything that can be switched on: Web Push, and PostgreSQL as the database.
COPY requirements requirements
# One environment to be shipped, and one to build the wheel with.
RUN python -m venv --without-pip /venv \
 && python -m venv --without-pip /build \
 && for lock in requirements/push.lock requirements/postgres.lock; do \
      pip --python /venv/bin/python --no-cache-dir --disable-pip-version-check \
      install --require-hashes --requirement $lock || exit 1; \
    done \
 && pip --python /build/bin/python --no-cache-dir --disable-pip-version-check \
      install --require-hashes --requirement requirements/build.lock
COPY . .
# Compiled here, because at run time there is nowhere to keep the compiled files. Babel has 30 MB of other languages.
RUN pip --python /build/bin/python --no-cache-dir --disable-pip-version-check \
      wheel --no-deps --no-build-isolation --wheel-dir /wheel . \
 && pip --python /venv/bin/python --no-cache-dir --disable-pip-version-check \
      install --no-deps --no-index /wheel/*.whl \
 && find /venv/lib -regextype posix-extended -path '*/babel/locale-data/*.dat' \
      -not -regex '.*/(root|(de|en|es|fr|pt)(_.*)?)\.dat' -delete \
 && python -m compileall -q /venv

FROM python:3.13-slim@sha256:70729b46c69b4f1e97c4822c1af3df53a1476cf5ddc6c087c0c10bc3a5678c2f
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tertulia \
 && install --directory --owner tertulia --group tertulia /data
COPY --from=build /venv /venv
WORKDIR /data
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TERTULIA_BIND=0.0.0.0:8000 \
    TERTULIA_DATABASE_URL=sqlite:////data/tertulia.sqlite3 \
    TERTULIA_PUSH_KEY_FILE=/data/push-key.pem
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 CMD ["tertulia", "health"]
CMD ["tertulia"]
