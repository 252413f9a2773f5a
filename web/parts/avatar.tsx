import { Show } from 'solid-js'
import { useClient } from '../client/use-client'

/** Twelve hues, and neighbours differ much. CSS takes angles above 360. */
const DEGREES = 150

/**
 * A user's picture, or the initials on a colour, which are no part of the text: neither of a button's name, nor of what a user copies.
 * Pictures of other sites are not loaded.
 */
export function Avatar(props: { user_id: number }) {
  const { userOf } = useClient()
  const user = () => userOf(props.user_id)
  const picture = () => {
    const url: unknown = user()?.avatar_url
    return typeof url === 'string' && new URL(url, location.href).origin === location.origin ? url : undefined
  }
  return (
    <Show
      when={picture()}
      fallback={
        <span
          class="av"
          style={{ '--c': `oklch(0.5 0.11 ${props.user_id * DEGREES})` }}
          data-initials={initialsOf(user()?.full_name ?? '?')}
          aria-hidden="true"
        />
      }
    >
      {(url) => <img class="av" src={url()} alt="" width="32" height="32" loading="lazy" />}
    </Show>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.slice(1).at(-1)]
    .map((word = '') => [...word][0])
    .join('')
    .toLocaleUpperCase()
}
