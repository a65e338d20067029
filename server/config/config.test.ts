import { describe, expect, test } from 'vitest';

import { getPublicUrl, readConfig } from './config.ts';

const secret = 'a secret of more than thirty-two characters';

describe('settings', () => {
  test('without settings the portal serves this machine, with demo data', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, demo: true, databaseUrl: null });
    expect(getPublicUrl(config)).toBe('http://127.0.0.1:3000');
  });

  test('all errors are reported at once', () => {
    const env = { PORT: '99999', DEMO: 'yes', PUBLIC_URL: 'portal.example', TRUST_PROXY: 'all' };
    expect(() => readConfig(env)).toThrow(/PORT[^]*PUBLIC_URL[^]*TRUST_PROXY[^]*DEMO/);
  });

  test('a start without verified certificates is rejected', () => {
    expect(() => readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates would not be verified.',
    );
    expect(() => readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toThrow();
  });

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DEMO: '' })).toEqual(readConfig({}));
  });

  test.each([
    { PUBLIC_URL: 'https://portal.example.com' },
    { DATABASE_URL: 'postgres://localhost/portal', PORTAL_SECRET: secret },
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: '1' },
  ])('demo mode is off by itself with %o', (env) => {
    expect(readConfig(env).demo).toBe(false);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://portal.example.com' },
    { TRUST_PROXY: '127.0.0.1' },
  ])('demo mode is rejected where others can reach it: %o', (env) => {
    expect(() => readConfig({ ...env, DEMO: '1' })).toThrow('DEMO=1');
  });

  test('a database server needs the secret that its processes share', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/portal' })).toThrow(
      'PORTAL_SECRET',
    );
  });

  test('a database on another machine says how its connection is encrypted', () => {
    const read = (DATABASE_URL: string) => () =>
      readConfig({ DATABASE_URL, PORTAL_SECRET: secret });
    const remote = 'postgres://portal:x@db.example.com/portal';
    expect(read(remote)).toThrow('sslmode');
    expect(read(`${remote}?sslmode=prefer`)).toThrow('sslmode');
    expect(read('postgres:///portal?host=10.0.0.7')).toThrow('sslmode');
    for (const url of [
      `${remote}?sslmode=verify-full`,
      `${remote}?sslmode=disable`,
      'postgres://127.0.0.1/portal',
      'postgres:///portal?host=/var/run/postgresql',
    ])
      expect(read(url)).not.toThrow();
    const direct = (DATABASE_DIRECT_URL: string) => () =>
      readConfig({
        DATABASE_URL: 'postgres:///portal',
        DATABASE_DIRECT_URL,
        PORTAL_SECRET: secret,
      });
    expect(direct(remote)).toThrow('DATABASE_DIRECT_URL names another machine');
    expect(direct('portal')).toThrow('DATABASE_DIRECT_URL must be an address');
    expect(direct('postgres://127.0.0.1/portal')().databaseDirectUrl).toMatch('127.0.0.1');
    expect(() => readConfig({ DATABASE_DIRECT_URL: remote })).toThrow('set DATABASE_URL too');
  });

  test('an identity provider has https, its three settings, and roles for new accounts', () => {
    const read = (env: object) => () => readConfig({ ...provider, ...env });
    const provider = {
      OIDC_ISSUER: 'https://login.example.com/tenant',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'secret',
    };
    expect(readConfig({}).provider).toBe(null);
    expect(read({ OIDC_ROLES: 'urn:x:staff:support, brokers:broker' })().provider).toMatchObject({
      name: 'single sign-on',
      roles: [
        { value: 'urn:x:staff', role: 'support' },
        { value: 'brokers', role: 'broker' },
      ],
      createsAccounts: false,
      linksByEmail: false,
      strongValues: [],
    });
    expect(read({ OIDC_ISSUER: 'http://127.0.0.1:9000' })).not.toThrow();
    expect(read({ OIDC_ISSUER: 'http://login.example.com' })).toThrow('OIDC_ISSUER');
    expect(read({ OIDC_CLIENT_SECRET: '' })).toThrow('set all three');
    expect(() => readConfig({ OIDC_LINK_BY_EMAIL: '1' })).toThrow('set all three');
    expect(read({ OIDC_LINK_BY_EMAIL: '1' })).toThrow('OIDC_LINK_BY_EMAIL=1 needs SMTP_URL');
    const mail = { SMTP_URL: 'smtp://127.0.0.1', SMTP_FROM: 'portal@example.com' };
    expect(read({ OIDC_LINK_BY_EMAIL: '1', ...mail })().provider?.linksByEmail).toBe(true);
    expect(read({ OIDC_CREATE_ACCOUNTS: '1' })).toThrow('OIDC_ROLES');
    expect(read({ OIDC_ROLES: 'admins:owner' })).toThrow('OIDC_ROLES');
    expect(read({ OIDC_SCOPE: 'email profile' })).toThrow('openid');
  });

  test('https of the service itself needs both files, and people who come by https', () => {
    const [TLS_CERT, PUBLIC_URL] = [import.meta.filename, 'https://portal.example.com'];
    const read = (env: Record<string, string>) => () => readConfig(env);
    for (const env of [
      { TLS_CERT, PUBLIC_URL },
      { TLS_CERT, TLS_KEY: TLS_CERT },
    ])
      expect(read(env)).toThrow('TLS_CERT and TLS_KEY: set both');
    expect(read({ TLS_CERT: '/missing', TLS_KEY: TLS_CERT, PUBLIC_URL })).toThrow('TLS_CERT must');
    const both = readConfig({ TLS_CERT, TLS_KEY: TLS_CERT, PUBLIC_URL });
    expect(both.tls).toEqual({ cert: TLS_CERT, key: TLS_CERT });
  });

  test('a public address is an origin; its final slash is dropped', () => {
    expect(readConfig({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
    expect(() => readConfig({ PUBLIC_URL: 'https://a.example/portal' })).toThrow('PUBLIC_URL');
  });

  test('a scanner is on this machine; quotas are megabytes, and there are none unless set', () => {
    const quotas = { record: Infinity, person: Infinity, partner: Infinity };
    expect(readConfig({}).files).toEqual({ bucket: null, scanUrl: null, quotas });
    const url = 'unix:///run/clamav/clamd.ctl';
    expect(readConfig({ SCAN_URL: url, FILES_PER_PERSON_MB: '2' }).files).toEqual({
      bucket: null,
      scanUrl: url,
      quotas: { ...quotas, person: 2 * 1024 * 1024 },
    });
    for (const text of ['tcp://clamav:3310', 'tcp://127.0.0.1', 'unix://clamd.ctl', 'clamd'])
      expect(() => readConfig({ SCAN_URL: text }), text).toThrow(
        'SCAN_URL must be on this machine',
      );
    for (const text of ['0', '1.5', '10 MB'])
      expect(() => readConfig({ FILES_PER_RECORD_MB: text })).toThrow('FILES_PER_RECORD_MB');
  });

  test('files can be in a bucket, whose URL says where it is', () => {
    const read = (FILES_URL: string, more = {}) => readConfig({ FILES_URL, ...more }).files.bucket;
    const own = { name: 'files.example', prefix: 'portal/a/', region: 'eu-central-1' };
    expect(read('s3://files.example/portal/a?region=eu-central-1')).toEqual({
      ...own,
      endpoint: null,
      isPathStyle: false,
    });
    const endpoint = 'https://s3.example.com';
    expect(read(`s3://files.example?endpoint=${endpoint}`)).toEqual({
      ...own,
      prefix: '',
      endpoint,
      region: 'us-east-1',
      isPathStyle: true,
    });
    expect(read(`s3://files?endpoint=${endpoint}&path-style=0`)?.isPathStyle).toBe(false);
    expect(read('s3://files', { AWS_REGION: 'eu-west-1' })?.region).toBeNull();
    expect(() => read('s3://files')).toThrow('FILES_URL names no region');
    const half = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'id' };
    expect(() => read('s3://files', half)).toThrow('AWS_SECRET_ACCESS_KEY: set both');
    for (const text of [
      'https://files.example',
      's3://key:secret@files',
      's3://files?endpoint=http://s3.example.com',
      's3://files?region=a&acl=public',
    ])
      expect(() => read(text), text).toThrow('FILES_URL must be a bucket');
  });

  test('amounts have a currency if one is set, and partners may have their own', () => {
    expect(readConfig({}).currencies).toBeNull();
    expect(readConfig({ PARTNER_CURRENCY: 'AUD' }).currencies).toEqual({
      usual: 'AUD',
      byPartner: {},
    });
    expect(readConfig({ PARTNER_CURRENCY: 'AUD, p1:NZD,p2:GBP' }).currencies).toEqual({
      usual: 'AUD',
      byPartner: { p1: 'NZD', p2: 'GBP' },
    });
    for (const text of ['dollars', 'aud', 'AUD,p1:', 'AUD,p1:NZX'])
      expect(() => readConfig({ PARTNER_CURRENCY: text })).toThrow('PARTNER_CURRENCY');
  });

  test('the existing service has a name, the lender’s system unless another is set', () => {
    const url = { UPSTREAM_URL: 'https://crm.example.com' };
    expect(readConfig(url).upstream?.name).toBe('the lender’s system');
    expect(readConfig({ ...url, UPSTREAM_NAME: 'Acme CRM' }).upstream?.name).toBe('Acme CRM');
  });

  test.each([' Acme', 'Acme ', 'two\nlines', 'a'.repeat(61)])(
    'a name that cannot stand in a sentence is rejected: %j',
    (name) => {
      const env = { UPSTREAM_URL: 'https://crm.example.com', UPSTREAM_NAME: name };
      expect(() => readConfig(env)).toThrow('UPSTREAM_NAME must be a name');
    },
  );

  test('a name of the existing service needs its address', () => {
    expect(() => readConfig({ UPSTREAM_NAME: 'Acme CRM' })).toThrow(
      'UPSTREAM_NAME: set UPSTREAM_URL too',
    );
  });

  test('retention is months for final statuses, each once', () => {
    const read = (RETENTION: string) => readConfig({ RETENTION }).retention;
    expect(readConfig({}).retention).toEqual([]);
    expect(read('Closed=24 months, Declined = 1 month')).toEqual([
      { status: 'Closed', months: 24 },
      { status: 'Declined', months: 1 },
    ]);
    const wrong = [
      'Closed',
      'Closed=2 years',
      'Closed=0 months',
      'New=2 months',
      'Converted=2 months',
    ];
    for (const text of [...wrong, 'Closed=1 month,Closed=2 months', 'Closed=1 month,'])
      expect(() => read(text)).toThrow(/RETENTION must be final statuses.*: Closed, .*Declined/);
    const env = { RETENTION: 'Closed=1 month', UPSTREAM_URL: 'https://crm.example.com' };
    expect(() => readConfig(env)).toThrow('RETENTION: leave it unset');
  });

  test('traces go to a collector by https or http, on any machine', () => {
    const read = (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracesUrl;
    expect(readConfig({}).tracesUrl).toBeNull();
    expect(read('http://collector:4318')).toBe('http://collector:4318/v1/traces');
    expect(read('https://otel.example.com/a/')).toBe('https://otel.example.com/a/v1/traces');
    for (const text of ['collector:4318', 'grpc://collector:4317', 'http://a:b@collector:4318'])
      expect(() => read(text)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be an address');
  });

  test('the brand has a name, a logo, a colour that can be read, and whom to ask', () => {
    const read = (env: Record<string, string>) => () => readConfig(env).brand;
    expect(read({})()).toEqual({
      name: 'Partner portal',
      logo: null,
      accents: null,
      support: null,
    });
    expect(read({ BRAND_SUPPORT: 'Desk, 02 5550 1234, help@a.example' })().support).toEqual({
      name: 'Desk',
      phone: '02 5550 1234',
      email: 'help@a.example',
    });
    expect(read({ BRAND_LOGO: 'public/favicon.svg' })().logo?.type).toMatch('image/svg+xml');
    for (const [name, texts] of [
      ['BRAND_NAME', ['x'.repeat(41), 'two\nlines']],
      ['BRAND_LOGO', ['missing.svg', 'package.json', 'src']],
      ['BRAND_COLOUR', ['#ffcc00', 'green']],
      ['BRAND_SUPPORT', ['Desk', 'Desk, help@a.example', 'Desk, call us, help@a.example']],
    ] as const)
      for (const text of texts) expect(read({ [name]: text }), text).toThrow(`${name} must be`);
  });

  test('a link template names the lead', () => {
    expect(() => readConfig({ APPLICATION_LINK: 'https://a.example/apply' })).toThrow('{leadId}');
  });
});
