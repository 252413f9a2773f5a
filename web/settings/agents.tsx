import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { agoText } from '../parts/time'
import { safetyWords as words } from '../words/en-safety'
import { confirmed, ConfirmDialog } from './confirm'
import { fetched } from './fetched'
import { Part } from './parts'

type Agent = {
  agent_id: number
  client_name: string
  host: string
  scopes: string[]
  stream_ids: number[] | null
  last_used: number
}

/** The programs that act for the user, what each may do, and where. */
export function Agents() {
  const client = useClient()
  const { ask, names } = client
  const { value, refresh } = fetched(client, async (): Promise<Agent[]> => (await ask('GET /parley/agents')).agents)
  const end = ({ agent_id, client_name }: Agent) =>
    confirmed(client, {
      title: words.endAgent(client_name),
      text: words.endAgentText,
      button: words.disconnect,
      run: () => ask('DELETE /parley/agents/:agent_id', { agent_id }).then(refresh),
    })
  return (
    <Show when={(value()?.length ?? 0) > 0}>
      <Part title={words.agents} text={words.agentsText}>
        <ul class="items">
          <For each={value()}>
            {(agent) => (
              <li>
                <div class="grow">
                  <b dir="auto">{agent.client_name}</b>
                  <p class="quiet">
                    <code>{agent.host}</code> · {words.lastUsed(agoText(agent.last_used))}
                  </p>
                  <p class="quiet">{agent.scopes.map((scope) => words.scopes[scope] ?? scope).join(', ')}</p>
                  <Show when={agent.stream_ids}>
                    {(ids) => (
                      <p class="quiet">
                        {words.onlyIn}{' '}
                        <span dir="auto">
                          {ids()
                            .map((id) => `#${names.channel(id)}`)
                            .join(', ')}
                        </span>
                      </p>
                    )}
                  </Show>
                </div>
                <button class="act danger" aria-label={words.endAgent(agent.client_name)} onClick={() => end(agent)}>
                  {words.disconnect}
                </button>
              </li>
            )}
          </For>
        </ul>
        <ConfirmDialog />
      </Part>
    </Show>
  )
}
