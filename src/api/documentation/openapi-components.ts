/** What every operation of the OpenAPI document refers to. */
export const ABOUT = {
  title: 'Parley',
  version: '1',
  summary: 'A team chat server.',
  description: [
    'Fields are sent as a form (POST, PATCH, PUT), in the query (GET), or either way (DELETE). Text is sent as it is; a field of any other kind is sent as JSON text: `true`, `5`, `[1,2]`, `{"a":1}`.',
    'Every answer is a JSON object with `result` and `msg`; an error has a `code` too, which is what programs should look at. A field that an endpoint does not know never fails: it is named in `ignored_parameters_unsupported`.',
    'Every endpoint takes `client`, the name of the program that asks; left out, it is the first word of the User-Agent.',
    'A deployment sends each field named `svc_*` under its vendor’s prefix as well, with the same value, and each value such as `svc_extra_emoji` in the vendor’s spelling. A client whose User-Agent begins with `Svc` gets the spellings of this document alone. Every client may send either.',
  ].join('\n\n'),
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } })

/** On answers to whoever is limited at all. */
export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/X-RateLimit-Limit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/X-RateLimit-Remaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/X-RateLimit-Reset' },
}

/** What a listening endpoint answers besides, to whoever asks in another way. */
export const STREAM_OF_EVENTS = {
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'Asked with `Accept: text/event-stream`: each event as it comes, as one message with the event as its data and the event’s id as its id. After a million characters, or ten minutes, the stream ends, and a browser comes back by itself, with `Last-Event-ID`.',
      },
    },
  },
  otherwise: {
    101: {
      description:
        'Asked with `Upgrade: websocket`: text frames `{"events": […]}` as they come. Say `{"last_event_id": 17}` to acknowledge: whoever leaves a million characters unacknowledged is told nothing more until they do, and is hung up on after a minute; so is who acknowledges nothing of what they were told for a quarter of an hour (4008). Say `ping` every minute or so, which is answered with `pong`; after five minutes of silence the realm hangs up (4010). It also hangs up when the queue is gone (4004), when somebody else listens on it (4009), when the account’s keys are others (4001), when it could not deliver an event (1011), and for anything it does not understand (1008).',
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

export const COMPONENTS = {
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'basic',
      description: 'The account’s address as the user name, one of its API keys as the password.',
    },
    deploymentSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The secret of whoever runs the deployment.',
    },
  },
  headers: {
    'X-RateLimit-Limit': integerHeader('How many requests the tightest limit allows.'),
    'X-RateLimit-Remaining': integerHeader('How many of them are left.'),
    'X-RateLimit-Reset': integerHeader('When the oldest of them no longer counts, in UNIX seconds.'),
    'Retry-After': integerHeader('How many seconds to wait.'),
  },
  schemas: {
    Success: {
      type: 'object',
      properties: {
        result: { const: 'success' },
        msg: { const: '' },
        ignored_parameters_unsupported: {
          type: 'array',
          items: { type: 'string' },
          description: 'The fields of the request that the endpoint does not know. Left out where there are none.',
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
    // The platform's own answer: such a request does not reach the server.
    AddressTooLong: {
      description: 'The address is longer than the platform takes. Cloudflare takes 16 KB.',
      content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
    },
    RateLimitHit: {
      description: 'Too many requests.',
      headers: { ...RATE_LIMIT_HEADERS, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      content: errorWith({ code: { const: 'RATE_LIMIT_HIT' }, 'retry-after': { type: 'number' } }),
    },
    InternalError: {
      description: 'A mistake of the server. It was logged under the id.',
      content: errorWith({ code: { const: 'INTERNAL_SERVER_ERROR' }, request_id: { type: 'string' } }),
    },
  },
}
