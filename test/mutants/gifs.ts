import type { Mutant } from './mutant'

const TESTS = ['test/integrations/gifs.test.ts'] as const
const RULES = ['test/integrations/gifs.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/realm/secrets/key-of-server.ts',
    search: 'return stored?.origin === new URL(url).origin ? stored.key : undefined',
    replace: 'return stored?.key',
    reason: 'Another server gets the key for GIFs, or that of the language model.',
    tests: ['test/integrations/gifs.test.ts', 'test/integrations/language-model.test.ts'],
  },
  {
    file: 'src/domain/integrations/gifs/service.ts',
    search: '  if (isLinkGuest(user)) throw insufficientPermission({})\n',
    replace: '',
    reason: 'Anyone with a guest link uses up the searches of the organization.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/gifs/service.ts',
    search: '  if (rating === 0) throw gifsAreOff({})\n',
    replace: '',
    reason: 'Users search for GIFs although the organization allows none.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/gifs/service.ts',
    search: '  limitRequest(realm, searchesOfUser, String(user.user_id), LIMITS_OF_USER)\n',
    replace: '',
    reason: 'One user uses up the searches of the organization.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/gifs/endpoints.ts',
    search: 'preview_url === undefined || pathOf(gif.url) === undefined ? []',
    replace: 'preview_url === undefined ? []',
    reason: 'A picture is offered at an address that the server does not call.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/gifs/search-rules.ts',
    search: "FILTERS[rating] ?? 'high'",
    replace: "'off'",
    reason: 'The rating of the organization is not obeyed.',
    tests: RULES,
  },
  {
    file: 'src/domain/integrations/gifs/search-rules.ts',
    search: "url.username !== '' || url.password !== ''",
    replace: 'false',
    reason: 'An address with a password becomes part of a message.',
    tests: RULES,
  },
]
