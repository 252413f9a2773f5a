import type { AnswerOf, ParametersOf } from '../../client-state/wire'

type RouteOfReplica =
  | 'POST /parley/replica/messages'
  | 'POST /parley/replica/digests'
  | 'POST /parley/replica/versions'
  | 'POST /parley/replica/files'

/** The requests of a replica. */
export type AskReplica = <Of extends RouteOfReplica>(route: Of, parameters: ParametersOf<Of>) => Promise<AnswerOf<Of>>
