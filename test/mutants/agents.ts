import type { Mutant } from './mutant'

const THREATS = ['test/threats/agents.test.ts'] as const
const MESSAGES = ['test/integrations/mcp-messages.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/worker.ts',
    search: 'isAgent ? refusalOfOrigin(request, url) : undefined',
    replace: 'undefined',
    reason: 'A page of another site uses the endpoint of agents.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/mcp/endpoints.ts',
    search: 'if (realm.client.realm_url !== ownUrl(realm)) throw wrongHost({ url: ownUrl(realm) })',
    replace: '',
    reason: 'A page under a name of its own reaches the endpoint of agents.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/mcp/tools/writing.ts',
    search: '  if (refusal) throw refusal\n',
    replace: '',
    reason: 'An agent notifies everyone.',
    tests: THREATS,
  },
  {
    file: 'src/domain/integrations/mcp/answer-rules.ts',
    search: ".replaceAll(CONTROLS, '\\uFFFD')",
    replace: '',
    reason: 'Text that people do not see reaches the model.',
    tests: MESSAGES,
  },
  {
    file: 'src/domain/integrations/mcp/answer-rules.ts',
    search: 'return within < 0 ? [...items] : items.slice(0, within)',
    replace: 'return [...items]',
    reason: 'An answer has any size.',
    tests: MESSAGES,
  },
  {
    file: 'src/worker.ts',
    search: 'if (!isAgent) client.name',
    replace: 'client.name',
    reason: 'An agent hides that it is one.',
    tests: ['test/integrations/mcp.test.ts'],
  },
]
