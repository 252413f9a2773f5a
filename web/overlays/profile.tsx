import { useClient } from '../client/use-client'
import { words as general } from '../words/en'
import { UserFacts } from './user-card'
import '../parts/dialog.css'
import './card.css'

/** A person in the second pane. */
export function Profile(props: { user_id: number }) {
  const client = useClient()
  const name = () => client.userOf(props.user_id)?.full_name ?? general.unknownUser
  return (
    <section class="layer">
      <header class="head">
        <h1>
          <span class="name" dir="auto">
            {name()}
          </span>
        </h1>
        {client.headActs?.()}
      </header>
      <div class="profile">
        <UserFacts user_id={props.user_id} close={() => {}} />
      </div>
    </section>
  )
}
