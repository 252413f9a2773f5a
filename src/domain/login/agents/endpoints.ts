import * as v from 'valibot'
import { named } from '../../../api/named'
import { integer, naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { endAgent } from '../../people/agents/actions'
import { callsOf } from '../../people/agents/calls-storage'
import { AGENT_IDLE_DAYS, AGENTS_PER_ACCOUNT, CALLS_PER_ACCOUNT, isIdle } from '../../people/agents/rules'
import { SCOPES } from '../../people/agents/scopes'
import { agentsOf, findAgent } from '../../people/agents/storage'
import { anyUser, humans } from '../../people/users/callers'
import { agentDoesNotExist } from './refusals'

const agentShape = named(
  'Agent',
  v.strictObject({
    agent_id: v.number(),
    client_name: v.string(),
    host: v.string(),
    scopes: v.array(v.picklist(SCOPES)),
    stream_ids: v.nullable(v.array(v.number())),
    created: v.number(),
    last_used: v.number(),
    network_address: v.string(),
  }),
)

export const getAgents = endpoint.decision({
  route: 'GET /parley/agents',
  summary: 'Get the agents that you connected.',
  note:
    '`host` is where the code was sent when you allowed the agent. `stream_ids` are the channels to which it is limited, or ' +
    `null. An agent that was not used for ${AGENT_IDLE_DAYS} days has ended. An account has at most ${AGENTS_PER_ACCOUNT}.`,
  caller: humans,
  params: {},
  returns: { agents: v.array(agentShape) },
  errors: [],
  decide: (realm, { user_id }) => ({
    agents: agentsOf(realm, user_id)
      .filter((agent) => !isIdle(agent, realm.now()))
      .map((agent) => ({
        agent_id: agent.agent_id,
        client_name: agent.client_name,
        host: agent.host,
        scopes: [...agent.scopes],
        stream_ids: agent.channels && [...agent.channels],
        created: agent.created_at,
        last_used: agent.used_at,
        network_address: agent.address,
      })),
  }),
})

export const removeAgent = endpoint.decision({
  route: 'DELETE /parley/agents/:agent_id',
  summary: 'End an agent that you connected. Its tokens are no longer valid.',
  caller: humans,
  params: { agent_id: integer() },
  returns: {},
  errors: [agentDoesNotExist],
  decide: (realm, { user_id }, { agent_id }) => {
    const agent = findAgent(realm, agent_id)
    if (agent?.user_id !== user_id) throw agentDoesNotExist({})
    endAgent(realm, agent, 'revoked')
  },
})

const callShape = named(
  'AgentCall',
  v.strictObject({
    call_id: v.number(),
    agent_id: v.nullable(v.number()),
    client: v.string(),
    tool: v.string(),
    is_refused: v.boolean(),
    message_id: v.nullable(v.number()),
    at: v.number(),
  }),
)

export const getAgentCalls = endpoint.decision({
  route: 'GET /parley/agent_calls',
  summary: 'Get what agents did with your account, the newest first.',
  note: `The newest ${CALLS_PER_ACCOUNT} calls are kept. \`agent_id\` is null if the client used an API key.`,
  caller: anyUser,
  params: { limit: optional(v.pipe(naturalNumber(), v.maxValue(CALLS_PER_ACCOUNT)), 100) },
  returns: { calls: v.array(callShape) },
  errors: [],
  decide: (realm, { user_id }, { limit }) => ({ calls: callsOf(realm, user_id, limit) }),
})
