import { Show } from 'solid-js'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { Sign } from '../parts/sign'
import type { Route } from '../routes/route'
import { Count } from './inbox'

type Props = { route: Route; name?: string; count?: number; mentions?: number; quiet?: number }

/** A row of the rail that opens a place. `quiet` is a number of things that are not unread. */
export function PlaceLink(props: Props) {
  const client = useClient()
  const { hrefOf, isAt } = client
  return (
    <a
      class="row"
      classList={{ unread: (props.count ?? props.mentions ?? 0) > 0 }}
      href={hrefOf(props.route)}
      aria-current={isAt(props.route) ? 'page' : undefined}
    >
      <Sign route={props.route} />
      <span class="name" dir="auto">
        {props.name ?? labelOf(client, props.route)}
      </span>
      <Count count={props.count} mentions={props.mentions ?? 0} />
      <Show when={props.quiet}>
        <span class="n quiet">{props.quiet}</span>
      </Show>
    </a>
  )
}
