/** The head of the OpenAPI document. Its description applies to all operations. */
export const ABOUT = {
  title: 'Parley',
  version: '1',
  summary: 'The API of a Zulip-compatible team chat server.',
  description: [
    'Parameters are sent as a form (POST, PATCH, PUT), in the query (GET), or either way (DELETE). Text is sent as it is. A value of any other type is sent as JSON: `true`, `5`, `[1,2]`, `{"a":1}`.',
    'An answer is a JSON object with `result` and `msg`. An error also has a `code`, which is for programs. The server ignores a parameter that an endpoint does not have, and names it in `ignored_parameters_unsupported`.',
    'Every endpoint accepts `client`, the name of the program that sends the request. Without it, the name is the first word of the User-Agent.',
    'A field named `svc_*` is also sent as `zulip_*`, with the same value. A value such as `svc_extra_emoji` is sent as `zulip_extra_emoji`. A client whose User-Agent begins with `Svc` receives only the names of this document. Every client can send either name.',
  ].join('\n\n'),
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } })

/** The headers of the response to a request that counts against a rate limit. */
export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/X-RateLimit-Limit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/X-RateLimit-Remaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/X-RateLimit-Reset' },
}

/** The responses of a listener over the other two transports: an event stream and a WebSocket. */
export const STREAM_OF_EVENTS = {
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'For a request with `Accept: text/event-stream`. Each event is one message, with the event as its data and the id of the event as its id. The stream ends after a million characters or after ten minutes. A browser then reconnects with `Last-Event-ID`.',
      },
    },
  },
  otherwise: {
    101: {
      description:
        'For a request with `Upgrade: websocket`. The server sends text frames `{"events": […]}`. Acknowledge events with `{"last_event_id": 17}`. The server sends nothing more while a million characters are not acknowledged. It closes the socket after a minute of that, or when a client acknowledges nothing for a quarter of an hour (4008). Send `ping` about once a minute; the answer is `pong`. After five minutes without a frame from the client the server closes the socket (4010). It also closes the socket when the queue no longer exists (4004), when another listener reads the queue (4009), when the API key changed or the session ended (4001), when it could not deliver an event (1011), and after a frame that it does not understand (1008).',
    },
  },
}

const errorWith = (fields: Record<string, object>) => ({
  'application/json': {
    schema: {
      allOf: [{ $ref: '#/components/schemas/Error' }],
      type: 'object',
      properties: fields,
      required: Object.keys(fields),
    },
  },
})

/** The codes of what every endpoint may answer with status 503. */
export const UNAVAILABLE = ['STORE_UNAVAILABLE', 'REALM_IS_BEING_RESTORED', 'REALM_CANNOT_START']

export const COMPONENTS = {
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'basic',
      description: 'The user name is the email address of the user. The password is an API key of the user.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-session',
      description:
        'The session of a browser. `POST /json/login` with `username` and `password` sets the cookie, and `POST /json/logout` ends the session. It counts below `/json`, where API keys do not count. Only pages of the organization may send requests with it: the server compares `Sec-Fetch-Site`, or `Origin` without that header. A page may name its session in the header `X-Parley-Session`, by the number that the cookie `session_number` has. If the cookie is that of another session, the server refuses the request with `PARLEY_OTHER_SESSION`.',
    },
    deploymentSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The secret of the deployment.',
    },
  },
  headers: {
    'X-RateLimit-Limit': integerHeader('The number of requests that the tightest limit allows.'),
    'X-RateLimit-Remaining': integerHeader('The number of requests that are left.'),
    'X-RateLimit-Reset': integerHeader('The time when the oldest request no longer counts, in UNIX seconds.'),
    'Retry-After': integerHeader('The number of seconds to wait.'),
  },
  schemas: {
    Success: {
      type: 'object',
      properties: {
        result: { const: 'success' },
        msg: { type: 'string', description: 'Empty, unless the endpoint has something to say.' },
        ignored_parameters_unsupported: {
          type: 'array',
          items: { type: 'string' },
          description: 'The parameters of the request that the endpoint does not have. Absent if there are none.',
        },
      },
      required: ['result', 'msg'],
    },
    Error: {
      type: 'object',
      properties: {
        result: { const: 'error' },
        msg: { type: 'string', description: 'For people.' },
        code: { type: 'string', description: 'For programs.' },
      },
      required: ['result', 'msg', 'code'],
    },
  },
  responses: {
    // The platform itself sends this response. Such a request does not reach the server.
    AddressTooLong: {
      description: 'The URL is longer than the platform accepts. Cloudflare accepts 16 KB.',
      content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
    },
    RateLimitHit: {
      description: 'Too many requests.',
      headers: { ...RATE_LIMIT_HEADERS, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      content: errorWith({ code: { const: 'RATE_LIMIT_HIT' }, 'retry-after': { type: 'number' } }),
    },
    InternalError: {
      description: 'A bug of the server. Its log contains the `request_id`.',
      content: errorWith({ code: { const: 'INTERNAL_SERVER_ERROR' }, request_id: { type: 'string' } }),
    },
    Unavailable: {
      description: 'The storage of the server does not respond, or the organization is being restored or cannot start.',
      content: errorWith({ code: { enum: UNAVAILABLE } }),
    },
  },
}
