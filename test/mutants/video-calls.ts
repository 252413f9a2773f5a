import type { Mutant } from './mutant'

const ZOOM_TESTS = ['test/organization/zoom-accounts.test.ts'] as const
const TESTS = ['test/organization/video-calls.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/organization/video-calls/big-blue-button-rules.ts',
    search:
      'if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined',
    replace: '',
    reason: 'A user enters any meeting of the provider, as its moderator.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/video-calls/big-blue-button-rules.ts',
    search: 'call.success && call.output.realm === realm ? call.output : undefined',
    replace: 'call.success ? call.output : undefined',
    reason: 'A link of another realm leads to its meeting.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/video-calls/zoom-rules.ts',
    search: "v.startsWith('https://'), ",
    replace: '',
    reason: 'The answer of a provider becomes a link that runs a script.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/video-calls/zoom-rules.ts',
    search: 'return given.length === expected.length && timingSafeEqual(given, expected)',
    replace: 'return true',
    reason: 'A user connects their own Zoom account for another user, and receives the calls of that user.',
    tests: ZOOM_TESTS,
  },
  {
    file: 'src/domain/organization/video-calls/zoom-endpoints.ts',
    search: 'await edge.ask(forget, { refresh_token: tokens.refresh_token })',
    replace: '',
    reason: 'A user whose Zoom account no longer counts can never connect it again.',
    tests: ZOOM_TESTS,
  },
]
