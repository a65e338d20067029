import { AsyncLocalStorage } from 'node:async_hooks';
import { finished } from 'node:stream';

import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '#server/config/config.ts';
import { serviceName } from '#server/config/service-name.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/**
 * How long spans are tried to be sent, in milliseconds: the end of the service waits for the last.
 */
const timeoutMillis = 2_000;

/** The span of a request or of a part of one, and the context of the spans within it. */
interface StartedSpan {
  readonly span: Span;
  readonly context: Context;
}

interface Tracing {
  readonly begin: (
    name: string,
    kind: 'SERVER' | 'CLIENT',
    parent: Context | undefined,
  ) => StartedSpan;
  readonly flush: () => Promise<void>;
}

/** Undefined: nothing is traced. */
let tracing: Tracing | undefined;
/** For which request this process works at the moment. */
const active = new AsyncLocalStorage<StartedSpan>();

/** Sends spans from now on if the settings say where. Loads the library only then. */
export async function startTracing({ tracesUrl }: Pick<Config, 'tracesUrl'>): Promise<void> {
  if (tracesUrl === null) return;
  const { ROOT_CONTEXT, SpanKind, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const exporter = new OTLPTraceExporter({ url: tracesUrl, timeoutMillis });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('portal');
  tracing = {
    begin: (name, kind, parent = ROOT_CONTEXT) => {
      const span = tracer.startSpan(name, { kind: SpanKind[kind] }, parent);
      return { span, context: trace.setSpan(parent, span) };
    },
    flush: async () => provider.forceFlush(),
  };
}

/**
 * Traces each request: its route, status, account and id, and nothing of its content. Does nothing
 * unless {@link startTracing} has started.
 */
export function addTracing(app: FastifyInstance): void {
  if (!tracing) return;
  const { begin, flush } = tracing;
  const requests = new WeakMap<FastifyRequest, StartedSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const started = begin(`${method} ${route}`, 'SERVER', undefined);
    const { span } = started;
    requests.set(request, started);
    finished(reply.raw, () => {
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'portal.request_id': request.id,
        ...(request.caller && { 'enduser.pseudo.id': request.caller.accountId }),
      });
      if (reply.statusCode >= 500) span.setStatus({ code: 2 });
      span.end();
    });
    active.run(started, done);
  });
  // A parser of bodies continues in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const started = requests.get(request);
    if (started) active.run(started, done);
    else done();
  });
  app.addHook('onClose', async () => {
    tracing = undefined;
    await flush().catch(() => {});
  });
}

/**
 * Traces what another program does for the request that is being served. Work that a request has
 * started and that goes on after its end is not traced.
 */
// oxlint-disable-next-line typescript/promise-function-async -- every statement comes here
export function traced<Result>(
  describe: () => string,
  attributes: Attributes,
  work: Promise<Result>,
): Promise<Result> {
  if (!tracing) return work;
  const parent = active.getStore();
  if (!parent?.span.isRecording()) return work;
  const { span } = tracing.begin(describe(), 'CLIENT', parent.context);
  span.setAttributes(attributes);
  return endWith(span, work);
}

/** Ends a span with the work, and says whether that failed. */
async function endWith<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    span.setStatus({ code: 2 });
    span.setAttribute('error.type', systemErrorCode(error) ?? 'failed');
    throw error;
  } finally {
    span.end();
  }
}
