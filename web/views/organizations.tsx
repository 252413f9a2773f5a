import { createEffect, createRoot, For, on, onCleanup } from 'solid-js'
import { render } from 'solid-js/web'
import { followOrganizations } from './organization-counts'
import type { Organization } from '../base/organization-list'
import { ownSettings } from '../base/own-settings'
import type { Client } from '../client/client'
import { KEYMAP } from '../keys/keymap'
import { ORGANIZATION_KEYS } from '../keys/organization-keys'
import { applyKeys, parseKeys } from '../keys/own-keys'
import { Icon } from '../parts/icon'
import { laterWords } from '../words/en-later'
import { Count } from './inbox'
import './organizations.css'

type Followed = ReturnType<typeof followOrganizations>

/** Shows the organizations of the user at the edge of the rail, as long as the user has a session. */
export function showOrganizations(client: Client): void {
  createRoot((dispose) => {
    client.signal.addEventListener('abort', dispose)
    const followed = followOrganizations(client)
    const hasSome = () => followed.organizations().length > 0 && client.isReady()
    createEffect(on(hasSome, (hasAny) => hasAny && draw(client, followed)))
    createEffect(
      on(
        () => [hasSome(), name(client)] as const,
        ([hasAny, own]) => void nameNotifications(hasAny ? own : undefined),
      ),
    )
  })
}

const name = ({ store, watch }: Client): string => {
  watch('realm')
  return store.state.realm_name
}

function draw(client: Client, followed: Followed): void {
  const rail = client.environment.root.querySelector('nav.rail')
  if (rail === null) return
  const place = document.createElement('div')
  place.className = 'organizations'
  rail.prepend(place)
  const dispose = render(() => <Organizations client={client} followed={followed} />, place)
  const release = handleKeys(client, followed)
  onCleanup(() => {
    release()
    dispose()
    place.remove()
  })
}

/** All organizations, in the order in which each of them shows all. */
const inOrder = (client: Client, { organizations }: Followed): Organization[] =>
  [...organizations(), { origin: location.origin, name: name(client) }].sort((one, other) =>
    one.origin < other.origin ? -1 : 1,
  )

function Organizations(props: { client: Client; followed: Followed }) {
  const { client, followed } = props
  return (
    <ul aria-label={laterWords.organizations}>
      <For each={inOrder(client, followed)}>
        {({ origin, name }) => {
          const isOwn = origin === location.origin
          const label = `${name} · ${new URL(origin).host}`
          return (
            <li>
              <a href={isOwn ? '#' : `${origin}/`} title={label} aria-current={isOwn ? 'page' : undefined}>
                <span class="mark" aria-hidden="true">
                  {[...name][0]}
                </span>
                <span class="visually-hidden">{label} </span>
                <Count
                  count={isOwn ? client.unread().total : followed.counts()[origin]?.unread}
                  mentions={followed.counts()[origin]?.mentions ?? 0}
                />
              </a>
            </li>
          )
        }}
      </For>
      <li>
        <a href="/organizations" title={laterWords.organizations} aria-label={laterWords.organizations}>
          <Icon name="settings" />
        </a>
      </li>
    </ul>
  )
}

/** The keys are in the keymap from the first time on. */
function handleKeys(client: Client, followed: Followed): () => void {
  if (!KEYMAP.some(({ command }) => command === 'nextOrganization')) {
    KEYMAP.push(...ORGANIZATION_KEYS.map((binding) => ({ ...binding })))
    applyKeys(parseKeys(ownSettings(client).parley_keys))
  }
  const go = (by: number) => {
    const all = inOrder(client, followed)
    const at = all.findIndex(({ origin }) => origin === location.origin)
    location.assign(`${all.at((at + by) % all.length)?.origin}/`)
  }
  return client.keys.handle({ previousOrganization: () => go(-1), nextOrganization: () => go(1) })
}

/** The service worker writes the name into notifications. It reads caches, and no `localStorage`. */
async function nameNotifications(own: string | undefined): Promise<void> {
  if (globalThis.caches === undefined) return
  const cache = await caches.open('organization')
  await (own === undefined ? cache.delete('/organization-name') : cache.put('/organization-name', new Response(own)))
}
