import type { Mutant } from './mutant'

const TESTS = ['test/integrations/commands.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/integrations/commands/actions.ts',
    search: 'const channel = run.stream_id === undefined ? undefined : requirePlace(realm, actor, run)',
    replace: 'const channel = undefined',
    reason: 'A user runs commands in channels where the user may not post.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/actions.ts',
    search: '  requireManagedBot(realm, actor, command.bot_id)\n',
    replace: '',
    reason: 'A command answers as a person.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/actions.ts',
    search:
      "if (problem !== undefined) throw problem === 'invalid' ? payloadUrlIsInvalid({}) : payloadUrlIsPrivate({})",
    replace: '',
    reason: 'The server stores an address that it must not call.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/events.ts',
    search: 'allCommands(realm).map(({ url: _, ...command }) => command)',
    replace: 'allCommands(realm).map((command) => command)',
    reason: 'All users see the addresses of commands.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/actions.ts',
    search: 'referenceFinder(realm, bot, false)',
    replace: 'referenceFinder(realm, bot, true)',
    reason: 'The answer of a command notifies everyone.',
    tests: TESTS,
  },
]
