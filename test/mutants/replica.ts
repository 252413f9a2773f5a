import type { Mutant } from './mutant'

const ENDPOINTS: Mutant['tests'] = ['test/messages/replica.test.ts']
const CLIENT: Mutant['tests'] = ['test/messages/kept-history.rules.test.ts']
const MODEL: Mutant['tests'] = ['test/messages/kept-model.rules.test.ts']
const SEARCH: Mutant['tests'] = ['test/messages/kept-search.rules.test.ts']
const CHANGES: Mutant['tests'] = ['web/test/stored-changes.rules.test.ts']
const DAMAGE: Mutant['tests'] = ['test/messages/kept-damage.rules.test.ts']
const FILES: Mutant['tests'] = ['test/files/kept-files.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'web/replica/packs.ts',
    search: 'return stored.slice(0, at) === sumOf(stored.slice(at))',
    replace: 'return at >= 0',
    reason: 'A message that the disk changed stays changed.',
    tests: DAMAGE,
  },
  {
    file: 'web/replica/keeper.ts',
    search: 'if (!isWhole || isLast) this.#doubt(replica)',
    replace: '',
    reason: 'Messages that the disk lost stay away.',
    tests: DAMAGE,
  },
  {
    file: 'web/replica/replica.ts',
    search: "if (kept === undefined) throw new Error('The browser lost it')",
    replace: '',
    reason: 'A change of a message that the disk lost removes it silently.',
    tests: DAMAGE,
  },
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
    tests: CLIENT,
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
  {
    file: 'web/replica/follow-events.ts',
    search: '  core.isVerified ? { version: id } : {}',
    replace: '  ({ version: id })',
    reason: 'A change that the browser missed is hidden by a later one of the same message.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/follow-events.ts',
    search: 'delete_message: ({ replica }, event) => replica.remove(deletedIds(event)),',
    replace: '',
    reason: 'A deleted message stays in the browser until the next comparison.',
    tests: MODEL,
  },
  {
    file: 'web/replica/follow-events.ts',
    search: "return op === 'add' ? [...others,",
    replace: 'return true ? [...others,',
    reason: 'A reaction that was removed stays in the browser.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/synchronise.ts',
    search: 'hasMore = to < newest || at + MAX_BLOCKS < own.length',
    replace: 'hasMore = at + MAX_BLOCKS < own.length',
    reason: 'A browser that was away for long does not get the newest messages.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/synchronise.ts',
    search: '.filter(({ kept }) => kept.id >= floor)',
    replace: '',
    reason: 'A browser keeps messages that no comparison covers.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/keeper.ts',
    search: '    if (events === undefined && !isEmpty) this.#doubt(replica)\n',
    replace: '',
    reason: 'After a lost queue, a browser lacks what happened meanwhile.',
    tests: MODEL,
  },
  {
    file: 'web/replica/keeper.ts',
    search: '      await this.parts.checkFiles(this.parts.ask)\n',
    replace: '',
    reason: 'A file that the user can no longer read stays in the browser.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/keeper.ts',
    search: '    await this.#exclusively(() => this.parts.storage.clear())\n',
    replace: '',
    reason: 'What a browser kept stays there after a log-out.',
    tests: CLIENT,
  },
  {
    file: 'web/replica/replica.ts',
    search: 'for (const id of await this.#loaded(ids)) this.removedTexts.note(this.#take(id)?.content)',
    replace: 'for (const id of await this.#loaded(ids)) this.#take(id)',
    reason: 'The files of a deleted message stay in the browser.',
    tests: CLIENT,
  },
  {
    file: 'web/sync/stored-changes.ts',
    search: 'return isSame(earlier, later) ? [] : [earlier]',
    replace: 'return [earlier]',
    reason: 'A reaction that was taken back without a network is sent all the same.',
    tests: CHANGES,
  },
  {
    file: 'web/sync/stored-changes.ts',
    search: "return first?.kind === 'edit' ? { ...change, before: first.before } : change",
    replace: 'return change',
    reason: 'A second edit without a network overwrites what another user wrote meanwhile.',
    tests: CHANGES,
  },
  {
    file: 'src/domain/messages/replica/endpoints.ts',
    search: 'to ?? firstIdOf(blockOf(from) + MAX_BLOCKS) - 1',
    replace: 'to ?? Infinity',
    reason: 'One request of a comparison occupies the realm for all of its messages.',
    tests: ENDPOINTS,
  },
  {
    file: 'web/replica/replica.ts',
    search: 'this.index.waiting.add(id)\n    this.core.messages++',
    replace: 'this.core.messages++',
    reason: 'A search in the browser does not find new messages.',
    tests: SEARCH,
  },
  {
    file: 'src/domain/files/attachments/access.ts',
    search: '      if (canRead(row)) return true\n    }\n    return false\n  }\n  const readable',
    replace: '      return true\n    }\n    return false\n  }\n  const readable',
    reason: 'Files that the user can no longer read stay in the browser.',
    tests: FILES,
  },
]
