import type { Mutant } from './mutant'

const TESTS = ['test/integrations/language-model.test.ts'] as const
const RULES = ['test/integrations/language-model.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/integrations/language-model/model.ts',
    search: "if (isLinkGuest(user) || !hasRealmPermission(realm, user, 'can_summarize_topics_group'))",
    replace: 'if (isLinkGuest(user))',
    reason: 'Each user can send messages to the model, and make costs.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/language-model/model.ts',
    search: 'isLinkGuest(user) || ',
    replace: '',
    reason: 'Anyone with a guest link uses the questions of the organization.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/language-model/model.ts',
    search: 'if ((today?.requests ?? 0) >= most) throw modelIsAskedTooOften({ most })',
    replace: '',
    reason: 'The model costs without a limit.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/language-model/model.ts',
    search: 'limitRequest(realm, questionsOfUser, String(user.user_id), LIMITS_OF_USER)',
    replace: '',
    reason: 'One user uses all questions of the organization.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/language-model/translation-endpoints.ts',
    search: '    const { id } = getVisibleMessage(realm, user, message_id)\n    const stored',
    replace: '    const id = message_id\n    const stored',
    reason: 'Users read the translation of a message that they cannot read.',
    tests: TESTS,
  },
  {
    file: 'src/domain/integrations/language-model/prompt-rules.ts',
    search: '(readIds.has(Number(id)) ? [Number(id)] : [])',
    replace: '[Number(id)]',
    reason: 'A message makes summaries cite messages that the model did not read.',
    tests: RULES,
  },
  {
    file: 'src/domain/messages/model-answers/message-extra.ts',
    search: '    deleteAnswersAbout(realm.sql, [id])\n',
    replace: '',
    reason: 'What an author removed from a message stays in summaries and translations.',
    tests: TESTS,
  },
  {
    file: 'src/domain/messages/model-answers/message-extra.ts',
    search: '  delete: (realm, message_ids) => deleteAnswersAbout(realm.sql, message_ids),\n',
    replace: '  delete: () => {},\n',
    reason: 'Deleted messages stay in summaries and translations.',
    tests: TESTS,
  },
]
