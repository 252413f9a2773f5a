import { For } from 'solid-js'
import { useClient } from '../client/use-client'
import { savedViews } from '../store/saved-views'

/** The places and searches that the user saved and pinned. */
export function PinnedViews() {
  const { hrefOf, route, store, watch } = useClient()
  const views = () => {
    watch('views')
    return savedViews(store.state).filter(({ is_pinned }) => is_pinned)
  }
  return (
    <For each={views()}>
      {({ fragment, name }) => (
        <a class="row" href={`#${fragment}`} aria-current={hrefOf(route()) === `#${fragment}` ? 'page' : undefined}>
          <span class="name" dir="auto">
            {name}
          </span>
        </a>
      )}
    </For>
  )
}
