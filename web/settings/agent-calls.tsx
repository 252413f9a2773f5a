import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { agoText } from '../parts/time'
import { safetyWords as words } from '../words/en-safety'
import { fetched } from './fetched'
import { Part } from './parts'

type Call = {
  call_id: number
  client: string
  tool: string
  is_refused: boolean
  message_id: number | null
  at: number
}

const FIRST_CALLS = 10
/** The server keeps at most so many. */
const ALL_CALLS = 500

const nameOf = ({ client }: Call): string => client.replace(/^MCP: /, '')

/** What agents did with the account, the newest first. A message that one of them wrote is a click away. */
export function AgentCalls() {
  const client = useClient()
  const { ask } = client
  const [limit, setLimit] = createSignal(FIRST_CALLS)
  // One more than the view has room for: it tells whether there are others.
  const { value, refresh } = fetched(
    client,
    async (): Promise<Call[]> =>
      (await ask('GET /parley/agent_calls', { limit: Math.min(limit() + 1, ALL_CALLS) })).calls,
  )
  const calls = () => value()?.slice(0, limit()) ?? []
  return (
    <Show when={calls().length > 0}>
      <Part title={words.agentCalls} text={words.agentCallsText}>
        <ul class="items">
          <For each={calls()}>
            {(call) => (
              <li>
                <div class="grow">
                  <b dir="auto">{nameOf(call)}</b> · {words.agentActs[call.tool] ?? words.agentRead}
                  <p class="quiet">
                    <code>{call.tool}</code> · {agoText(call.at)}
                    <Show when={call.is_refused}> · {words.agentRefused}</Show>
                  </p>
                </div>
                <Show when={call.message_id}>
                  {(id) => (
                    <a class="act" href={`#narrow/near/${id()}`}>
                      {words.agentMessage}
                    </a>
                  )}
                </Show>
              </li>
            )}
          </For>
        </ul>
        <Show when={(value()?.length ?? 0) > limit()}>
          <button
            class="act"
            onClick={() => {
              setLimit(ALL_CALLS)
              void refresh()
            }}
          >
            {words.allAgentCalls}
          </button>
        </Show>
      </Part>
    </Show>
  )
}
