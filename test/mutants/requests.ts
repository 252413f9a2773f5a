import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/organization/metrics/endpoints.ts',
    search: "if (metrics_token === '' || !sameSecret(hashApiKey(given), hashApiKey(metrics_token)))",
    replace: 'if (!sameSecret(hashApiKey(given), hashApiKey(metrics_token)))',
    reason: 'Any visitor reads the figures of all realms in a deployment without a token.',
    tests: ['test/organization/metrics.test.ts'],
  },
  {
    file: 'src/api/read-fields.ts',
    search: 'let number = this.#numbers.get(name) ?? 1',
    replace: 'let number = 1',
    reason: 'Files with one name cost time that is quadratic in their number.',
    tests: ['test/api/linear-decoding.rules.test.ts'],
  },
  {
    file: 'src/api/read-fields.ts',
    search:
      'if (exceeds(MAX_FIELDS + 1, `--${boundary}`, Buffer.from(body.buffer, body.byteOffset, body.length)))\n    throw tooManyFields({ limit: MAX_FIELDS })',
    replace: '',
    reason: 'A form may have any number of parts.',
    tests: ['test/api/linear-decoding.rules.test.ts'],
  },
  {
    file: 'src/api/read-fields.ts',
    search: "if (exceeds(MAX_FIELDS - 1, '&', text)) throw tooManyFields({ limit: MAX_FIELDS })",
    replace: '',
    reason: 'A form or a query may have any number of fields.',
    tests: ['test/api/linear-decoding.rules.test.ts'],
  },
  {
    file: 'src/api/routes.ts',
    search: 'url.origin + url.pathname',
    replace: 'url.href',
    reason: 'The router parses the query in quadratic time.',
    tests: ['test/api/linear-decoding.rules.test.ts'],
  },
  {
    file: 'src/api/admit-before-body.ts',
    search: 'if (credential === undefined) return true',
    replace: '',
    reason: 'The Worker reads the body of a request without a key before the realm counts the request.',
    tests: ['test/api/bodies.test.ts'],
  },
  {
    file: 'src/api/admit-before-body.ts',
    search: "Number(headers.get('content-length') ?? Infinity) <= SMALL_BODY_BYTES",
    replace: 'true',
    reason: 'The Worker reads a large body before the realm knows whether the key is right.',
    tests: ['test/api/bodies.test.ts'],
  },
  {
    file: 'src/edge-request.ts',
    search: 'is_counted: this.#admitted !== undefined',
    replace: 'is_counted: false',
    reason: 'A request whose body is read later counts twice against the rate limit.',
    tests: ['test/api/rate-limits.test.ts'],
  },
  {
    file: 'src/api/tus.ts',
    search: ' && UPLOAD_PATH.test(new URL(request.url).pathname)',
    replace: '',
    reason: 'A POST to any path can be made a DELETE by a header.',
    tests: ['test/api/tus.rules.test.ts'],
  },
]
