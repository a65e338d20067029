import { describe, expect, test } from 'vitest';

import { readConfig } from './config.ts';

/** What Linux, systemd, npm, containers, clouds and CI set, or what operators set beside it. */
const typicalNames =
  `HOME USER LOGNAME SHELL PATH PWD OLDPWD LANG LANGUAGE LC_ALL TERM TMPDIR MAIL EDITOR HOSTNAME TZ _
  SHLVL SUDO_USER SSH_AUTH_SOCK SSL_CERT_FILE SSL_CERT_DIR XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET SYSTEMD_EXEC_PID STATE_DIRECTORY CREDENTIALS_DIRECTORY
  NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_VERSION INIT_CWD
  npm_config_user_agent npm_config_cache npm_lifecycle_event npm_package_name npm_command npm_execpath
  HTTPS_PROXY https_proxy NO_PROXY no_proxy HTTP_PROXY http_proxy ALL_PROXY COLOR PORTS PORT0 PORT1
  PORTAL_PORT PORTAL_SERVICE_HOST PORTAL_SERVICE_PORT PORTAL_PORT_3000_TCP PORTAL_PORT_3000_TCP_ADDR
  KUBERNETES_SERVICE_HOST KUBERNETES_PORT POSTGRES_PASSWORD POSTGRES_USER PGDATA PGHOST PGPASSWORD
  AWS_PROFILE AWS_DEFAULT_REGION AWS_SESSION_TOKEN AWS_ROLE_ARN AWS_WEB_IDENTITY_TOKEN_FILE
  AWS_CA_BUNDLE AWS_EXECUTION_ENV AWS_CONTAINER_CREDENTIALS_RELATIVE_URI AWS_EC2_METADATA_DISABLED
  OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES BACKUP_PASSPHRASE DATABASE_POOL_URL DYNO
  CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF GITHUB_SHA GITHUB_RUN_ID RUNNER_OS RUNNER_TEMP GITLAB_CI
  CI_JOB_ID CI_API_V4_URL CI_SERVER_URL CI_PROJECT_URL JENKINS_URL BUILD_URL JOB_URL RUN_DISPLAY_URL
  SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD DB_URL BASE_URL REDIS_URL SITE_URL CACHE_DIR META_DIR
  TESTS LONG_TESTS VITEST DEBUG DEBIAN_FRONTEND PIP_FIND_LINKS CURL_CA_BUNDLE TLS_CA HOSTTYPE OSTYPE`.split(
    /\s+/,
  );

describe('names of settings', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['SMTP_FORM', 'SMTP_FROM'],
    ['PORTAL_SECRT', 'PORTAL_SECRET'],
    ['PORTAL_SECRET_FORMR', 'PORTAL_SECRET_FORMER'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['UPSTREAM_URI', 'UPSTREAM_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['FILE_URL', 'FILES_URL'],
    ['BACKUP_PASSPRASE', 'BACKUP_PASSPHRASE'],
    ['NODE_EXTRA_CA_CERT', 'NODE_EXTRA_CA_CERTS'],
  ])('%s is an error, which names %s', (name, meant) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(
      `${name} is no setting: rename it to ${meant}, or remove it.`,
    );
  });

  test('it is reported together with the errors of others', () => {
    const env = { SMPT_URL: 'x', PORTAL_SECRT: 'x', PORT: '99999' };
    expect(() => readConfig(env)).toThrow(/SMPT_URL[^]*PORTAL_SECRT[^]*PORT must be/);
  });

  test('variables of other programs, and a name without a value, do no harm', () => {
    const env = Object.fromEntries(typicalNames.map((name) => [name, 'x']));
    expect(() => readConfig({ ...env, SMPT_URL: '' })).not.toThrow();
  });
});
