import { Show } from 'solid-js'
import type { DiscoveryExport } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { fullTime } from '../../parts/time'
import { discoveryWords as words } from '../../words/en-discovery'
import { organizationWords } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt } from '../fetched'
import { Items, Part } from '../parts'

/** The exports that are made or ready. Each has a link for the owner who requested it. */
export function SearchExports(props: { exports: DiscoveryExport[] | undefined; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, names } = client
  async function remove(export_id: number) {
    await attempt(client, ask('DELETE /parley/discovery/exports/:export_id', { export_id }))
    await props.refresh()
  }
  return (
    <Part title={words.exports} text={words.exportsText}>
      <Items of={props.exports?.toReversed()} none={organizationWords.noExports}>
        {({ id, acting_user_id, export_time, export_url, pending }) => (
          <li>
            <p class="grow">
              {fullTime(export_time)} · {names.user(acting_user_id)}{' '}
              {pending ? organizationWords.exportStates.pending : ''}
            </p>
            <Show when={pending}>
              <button class="act" onClick={() => void props.refresh()}>
                {words.look}
              </button>
            </Show>
            <Show when={export_url}>
              {(url) => (
                <a class="act strong" href={url()} download="">
                  {organizationWords.download}
                </a>
              )}
            </Show>
            <Show when={!pending}>
              <button class="act" onClick={() => void remove(id)}>
                {settingsWords.delete}
              </button>
            </Show>
          </li>
        )}
      </Items>
    </Part>
  )
}
