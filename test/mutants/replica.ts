import type { Mutant } from './mutant'

const ENDPOINTS: Mutant['tests'] = ['test/messages/replica.test.ts']
const LAW: Mutant['tests'] = ['test/prove/law.test.ts']
const CLIENT: Mutant['tests'] = ['test/messages/kept-history.rules.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'src/domain/messages/replica/kept-messages.ts',
    search: 'stream_id === null || access.isSubscribed(stream_id)',
    replace: 'true',
    reason: 'Browsers keep messages of public channels that the user left.',
    tests: ENDPOINTS,
  },
  {
    file: 'src/domain/messages/replica/kept-messages.ts',
    search: '(access, access.conversationOf(row)) && access.canRead(row)',
    replace: '(access, access.conversationOf(row))',
    reason: 'A browser gets messages of a protected history by their ids.',
    tests: ENDPOINTS,
  },
  {
    file: 'src/domain/messages/access/access.ts',
    search: '? intersection(runs, receivedIn(this.#periodsIn(stream_id)))',
    replace: '? runs',
    reason: 'A comparison covers messages of a protected history that the user cannot read.',
    tests: ENDPOINTS,
  },
  {
    file: 'src/domain/messages/replica/require-keeping.ts',
    search: 'if (!settingsOf(realm).parley_keep_in_browsers) throw',
    replace: 'if (false) throw',
    reason: 'Browsers keep the history although the owner forbids it.',
    tests: ENDPOINTS,
  },
  {
    file: 'src/domain/writing/reactions/actions.ts',
    search:
      'realm.publish(reactionRemoved(reactionFacts(reaction, actor)), readersOf(message))\n  noteChange(realm, message_id)',
    replace: 'realm.publish(reactionRemoved(reactionFacts(reaction, actor)), readersOf(message))',
    reason: 'A browser that was away shows a reaction that was removed.',
    tests: ENDPOINTS,
  },
  {
    file: 'src/domain/writing/editing/actions.ts',
    search: 'if (contentChange) noteChange(realm, id)',
    replace: '',
    reason: 'A browser that was away shows the text before an edit.',
    tests: ENDPOINTS,
  },
  {
    file: 'web/replica/follow-events.ts',
    search: "if (event.op === 'remove') await replica.removeChannels((stream_id) => !subscribed.has(stream_id))",
    replace: '',
    reason: 'The messages of a channel stay in the browser until the next comparison.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/follow-events.ts',
    search: 'flags: keptFlags(flags),',
    replace: 'flags: kept.flags,',
    reason: 'An edited message mentions whom it mentioned before.',
    tests: LAW,
  },
  {
    file: 'web/replica/synchronise.ts',
    search: 'await replica.remove(blocks.flatMap(replica.idsIn).filter((id) => !there.has(id)))',
    replace: '',
    reason: 'A message that was deleted during an absence stays in the browser.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/keeper.ts',
    search: '    this.#doubt(replica)\n    await replica.commit()',
    replace: '    await replica.commit()',
    reason: 'After a refused write, the browser lacks a change for ever.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/replica.ts',
    search: 'if (stored?.form !== FORM || stored.session !== session) {',
    replace: 'if (stored?.form !== FORM) {',
    reason: 'The next user of a browser gets the messages of another one.',
    tests: CLIENT,
  },
]
