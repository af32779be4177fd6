# A server of live tables, from the wheel: docker build -t pitboss . && docker run -p 8021:8021 pitboss
# tests/test_container.py runs these steps one by one without a container.

FROM python:3.13-slim AS build
COPY . /src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /src

FROM python:3.13-slim
COPY requirements.txt /srv/pitboss/requirements.txt
RUN pip install --no-cache-dir --require-hashes --no-deps -r /srv/pitboss/requirements.txt
COPY --from=build /wheels /srv/pitboss/wheels
RUN pip install --no-cache-dir "$(ls /srv/pitboss/wheels/*.whl)[server,postgres]"
RUN install -d -m 0777 /var/lib/pitboss
# Logs, keys and compiled kernels: keep this folder, and copy its keys somewhere safe.
ENV PITBOSS_HOST=0.0.0.0 PITBOSS_DATA=/var/lib/pitboss/tables PITBOSS_CACHE=/var/lib/pitboss/cache
VOLUME /var/lib/pitboss
USER 10001
EXPOSE 8021
HEALTHCHECK CMD python -c "from urllib.request import urlopen; urlopen('http://localhost:8021/healthz')"
CMD ["pitboss", "serve"]
