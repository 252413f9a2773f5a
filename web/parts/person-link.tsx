import { useClient } from '../client/use-client'
import { printCard } from '../routes/card'
import { Avatar } from './avatar'
import { Dot } from './dot'
import './people-list.css'

/** A user's picture, presence and name. It opens the card of the user. */
export function PersonLink(props: { user_id: number }) {
  const { names } = useClient()
  return (
    <a class="person" href={printCard({ card: 'user', id: props.user_id })}>
      <Avatar user_id={props.user_id} />
      <span class="name" dir="auto">
        {names.user(props.user_id)}
      </span>
      <Dot user_id={props.user_id} />
    </a>
  )
}
