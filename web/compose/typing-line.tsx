import { useClient } from '../client/use-client'
import { keyOfRoute, type Route } from '../routes/route'
import { words } from '../words/en'

const MAX_NAMES = 3

/** Who is typing in this conversation. The line keeps its height, so nothing moves. */
export function TypingLine(props: { route: Route }) {
  const { names, typing, watch } = useClient()
  const text = () => {
    const key = keyOfRoute(props.route)
    watch(`typing:${key}`)
    const users = typing()?.usersIn(key) ?? []
    if (users.length === 0) return ''
    return users.length > MAX_NAMES ? words.manyTyping : words.typing(users.map((id) => names.user(id)))
  }
  return (
    <p class="typing" aria-live="off">
      {text()}
    </p>
  )
}
