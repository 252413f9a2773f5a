import type { Mutant } from './mutant'

const TESTS = ['test/messages/submessages.test.ts'] as const

/** What readers add to a message: votes, tasks, and widgets. */
export const mutants: Mutant[] = [
  {
    file: 'src/domain/messages/submessages/rules.ts',
    search: 'if (!isAuthor && !isOpen) return',
    replace: 'if (msg_type === CONTROLS) return',
    reason: 'Any user adds the first submessage to a message of another user.',
    tests: TESTS,
  },
  {
    file: 'src/domain/messages/submessages/rules.ts',
    search: 'if (kind === undefined) return submessageNoWidget({})',
    replace: '',
    reason: 'A user makes a conversation unreadable in the phone app.',
    tests: TESTS,
  },
  {
    file: 'src/domain/messages/submessages/message-extra.ts',
    search: 'found.set(message_id, readableSubmessages(submessages))',
    replace: 'found.set(message_id, submessages)',
    reason: 'A conversation with what an older version accepted stays unreadable in the phone app.',
    tests: TESTS,
  },
  {
    file: 'src/domain/messages/submessages/rules.ts',
    search: 'fitting.isAuthors && !isAuthor',
    replace: 'false',
    reason: "A reader changes the question of another user's poll.",
    tests: TESTS,
  },
]
