import type { Mutant } from './mutant'

const PRESSES = ['test/integrations/presses.test.ts'] as const
const TESTS = ['test/integrations/commands.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/integrations/commands/read-answer.ts',
    search: "(pressable === 'public' && isPublic)",
    replace: "pressable === 'public'",
    reason: 'An answer that is no message names buttons that no client can draw.',
    tests: TESTS,
  },
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
  {
    file: 'src/domain/integrations/commands/answer-token.ts',
    search: 'if (!sameSecret(signature, signatureOf(realm, answered, text))) return undefined',
    replace: '',
    reason: 'Anyone answers commands that no user ran, in any topic.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/late-answers.ts',
    search: 'if (countLateAnswer(realm, run_id, until) > MAX_LATE_ANSWERS) throw tooManyAnswers({})',
    replace: '',
    reason: 'A program posts without limit after one run.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/answer-token.ts',
    search: 'if (realm.now() >= facts.until) throw isLate({})',
    replace: '',
    reason: 'A program answers a run for ever.',
    tests: TESTS,
  },
  {
    file: 'src/domain/realm/secrets/signing-secrets.ts',
    search: 'realm.now() < Number(until) ? previous : undefined',
    replace: 'previous',
    reason: 'A replaced secret signs for ever.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/commands/presses/actions.ts',
    search:
      "if (!new MessageAccess(realm, bot).canRead(message)) throw pressFailed({ why: 'it cannot read this message' })",
    replace: '',
    reason: 'A program learns of messages that its bot cannot read.',
    tests: PRESSES,
  },
  {
    file: 'src/domain/integrations/commands/presses/answers.ts',
    search: 'if (countLateAnswer(realm, press_id, until) > MAX_LATE_ANSWERS) throw tooManyAnswers({})',
    replace: '',
    reason: 'A program posts without limit after one press.',
    tests: PRESSES,
  },
  {
    file: 'src/domain/integrations/commands/presses/rules.ts',
    search: 'if (!fits(other, values)) throw valueDoesNotFit({ action_id: ids.action_id })',
    replace: '',
    reason: 'A client sends a program what its menu does not have.',
    tests: PRESSES,
  },
  {
    file: 'src/domain/messages/submessages/rules.ts',
    search: 'msg_type === CONTROLS ||',
    replace: '',
    reason: 'Users write controls by which others send to a program what it never offered.',
    tests: PRESSES,
  },
]
