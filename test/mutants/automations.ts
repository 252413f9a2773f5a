import type { Mutant } from './mutant'

const tests: Mutant['tests'] = ['test/integrations/automations.test.ts']
const TRIGGERS: Mutant['tests'] = ['test/integrations/automation-triggers.test.ts']
const TEXTS: Mutant['tests'] = ['test/integrations/automation-texts.test.ts']
const FOLDER = 'src/domain/integrations/automations'

export const mutants: Mutant[] = [
  {
    file: `${FOLDER}/start.ts`,
    search: 'body.client === AUTOMATION_CLIENT || ',
    replace: '',
    reason: 'Automations answer each other for ever.',
    tests,
  },
  {
    file: `${FOLDER}/start.ts`,
    search: ' || !isPerson(realm, message.sender_id)) return',
    replace: ') return',
    reason: 'An automation and a bot answer each other for ever.',
    tests,
  },
  {
    file: `${FOLDER}/start.ts`,
    search: 'own < RUNS_OF_AUTOMATION && all < RUNS_OF_REALM',
    replace: 'true',
    reason: 'Runs have no limit.',
    tests,
  },
  {
    file: `${FOLDER}/occasion.ts`,
    search:
      "if (!hasRealmPermission(realm, maker, 'parley_can_create_automations_group')) return insufficientPermission({})",
    replace: '',
    reason: 'An automation acts after its maker lost the permission.',
    tests,
  },
  {
    file: `${FOLDER}/occasion.ts`,
    search: 'if (!maker.is_active) return makerIsDeactivated({})',
    replace: '',
    reason: 'An automation of a deactivated user acts.',
    tests,
  },
  {
    file: `${FOLDER}/occasion.ts`,
    search: 'findReadableChannel(realm, maker, trigger.stream_id) !== undefined) return undefined',
    replace: 'trigger.stream_id > 0) return undefined',
    reason: 'A user listens to a private channel by an automation.',
    tests,
  },
  {
    file: `${FOLDER}/occasion.ts`,
    search: '(message === undefined || !new MessageAccess(realm, maker).canRead(message))',
    replace: 'message === undefined',
    reason: 'An automation quotes a message that its maker may not read.',
    tests: TRIGGERS,
  },
  {
    file: `${FOLDER}/actions.ts`,
    search: '(automation.user_id !== user_id && role !== OWNER)',
    replace: 'false',
    reason: 'Any user stops the automations of others, and reads their runs.',
    tests,
  },
  {
    file: `${FOLDER}/actions.ts`,
    search: 'if (before.user_id !== actor.user_id && !isStopped) throw onlyStopped({})',
    replace: '',
    reason: 'An owner lets the automation of another user act in that user’s name.',
    tests,
  },
  {
    file: `${FOLDER}/actions.ts`,
    search: 'if (automation?.user_id !== user_id) throw noSuchAutomation({})',
    replace: 'if (automation === undefined) throw noSuchAutomation({})',
    reason: 'A user gets the secrets of the automations of others.',
    tests: TRIGGERS,
  },
  {
    file: `${FOLDER}/actions.ts`,
    search: "const problem = action.kind === 'call' ? problemOfAddress(action.url, outsidePolicy(realm)) : undefined",
    replace: 'const problem = undefined as string | undefined',
    reason: 'An automation has an address inside.',
    tests,
  },
  {
    file: `${FOLDER}/arrivals.ts`,
    search: ' || !isAddressOf(realm, automation, token)',
    replace: '',
    reason: 'Anyone starts any automation.',
    tests: TRIGGERS,
  },
  {
    file: `${FOLDER}/arrivals.ts`,
    search: 'findReadableChannel(realm, viewer, trigger.stream_id) ?',
    replace: 'true ?',
    reason: 'The forms of private channels are open to all.',
    tests: TRIGGERS,
  },
  {
    file: `${FOLDER}/rules.ts`,
    search: 'text.replaceAll(REFERENCE, (character) => `&#${character.charCodeAt(0)};`)',
    replace: 'text',
    reason: 'The texts of others name users and channels, and notify, with the rights of the maker.',
    tests: TEXTS,
  },
  {
    file: `${FOLDER}/rules.ts`,
    search: 'FENCE.test(template) ? ',
    replace: 'text === template ? ',
    reason: 'The text of others ends a block of the maker, and looks as if the maker wrote the rest.',
    tests: TEXTS,
  },
  {
    file: `${FOLDER}/act.ts`,
    search: "template.includes(path) || paths.has(findLinkedPath(path) ?? '')",
    replace: 'template !== path || paths.has(findLinkedPath(path) ?? "")',
    reason: 'Who knows the address of a file that the maker can read opens it for all readers.',
    tests: TEXTS,
  },
  {
    file: `${FOLDER}/trial.ts`,
    search: 'undone(realm, () => stepsOf(realm, actions, occasion))',
    replace: 'stepsOf(realm, actions, occasion)',
    reason: 'Trying an automation sends its messages.',
    tests,
  },
  {
    file: `${FOLDER}/due-work.ts`,
    search: 'writeRun(realm.sql, { ...run, step: run.step + 1 })\n  return',
    replace: 'return',
    reason: 'An action is repeated for ever.',
    tests,
  },
  {
    file: `${FOLDER}/due-work.ts`,
    search: "return end(realm, run, 'refused', occasion.lost.message)",
    replace: "return end(realm, run, 'done')",
    reason: 'The log of runs hides refusals.',
    tests,
  },
  {
    file: 'src/api/client-facts.ts',
    search: 'name === AUTOMATION_CLIENT ? UNNAMED : ',
    replace: '',
    reason: 'A person gets around an automation that moderates by the name of the program.',
    tests: ['test/integrations/automation-triggers.test.ts'],
  },
]
