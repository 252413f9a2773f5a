import { bodyOf } from './realm-call'
import type { CommonDeclaration, Decoded, Endpoint, RealmSteps, Schemas, ServedResponse, Step } from './endpoint'

/** The first decision of a two-step endpoint: the complete answer, or the input of the Worker's work. */
export type FirstDecision<Begun, Result> = { done: Result; begun?: undefined } | { begun: Begun; done?: undefined }

/** The decisions of an endpoint, and the Worker's work between them. */
type TwoSteps<Realm, Edge, Actor, Params, Prepared, Begun, Input, Result> = {
  decide: (realm: Realm, actor: Actor, params: Params & Prepared) => FirstDecision<Begun, Result>
  /** Runs in the Worker. Returns the input of the second decision. */
  work: (edge: Edge, begun: NonNullable<Begun>, params: Params) => Input | Promise<Input>
  /** Runs in the realm, which authenticated and authorized the caller again. */
  finish: (realm: Realm, actor: Actor, input: Input) => Result
  /** Starts work in the Worker that must not delay the response. */
  after?: (edge: Edge, input: Input, result: Result) => void
}

/** Returns what answers after the first decision: it works in the Worker, and asks the realm for the second decision. */
const presentAfterWork =
  <Realm, Edge extends RealmSteps<Realm>, Actor, Params, Begun, Input extends object, Result>(
    second: Step<Realm, Actor, Input, Result>,
    { work, after }: Pick<TwoSteps<Realm, Edge, Actor, Params, unknown, Begun, Input, Result>, 'work' | 'after'>,
  ) =>
  async (edge: Edge, { done, begun }: FirstDecision<Begun, Result>, params: Params) => {
    if (begun === undefined || begun === null) return bodyOf(done)
    const input = await work(edge, begun, params)
    const result = await edge.ask(second, input)
    after?.(edge, input, result)
    return bodyOf(result)
  }

/**
 * Returns the functions that declare endpoints, one for each kind. The server passes the types of its realm and of its edge,
 * which the machinery itself does not know.
 */
export function endpointKinds<Realm, Edge extends RealmSteps<Realm>, Listening>() {
  type Of<Actor, Params extends Schemas, Prepared, Decision> = Endpoint<Realm, Edge, Actor, Params, Prepared, Decision>
  type Without<Whole, Names extends PropertyKey> = Omit<Whole, Names | 'kind'>

  return {
    decision: <Actor, Params extends Schemas, Decision, Prepared = unknown>(
      declaration: Without<Of<Actor, Params, Prepared, Decision>, 'serve' | 'serves'>,
    ): Of<Actor, Params, Prepared, Decision> => ({ ...declaration, kind: 'decision' }),

    twoStep: <Actor, Params extends Schemas, Begun, Input extends object, Result, Prepared = unknown>({
      decide,
      work,
      finish,
      after,
      ...declaration
    }: Without<Of<Actor, Params, Prepared, never>, 'decide' | 'present' | 'serve' | 'serves' | 'atRoot'> &
      TwoSteps<Realm, Edge, Actor, Decoded<Params>, Prepared, Begun, Input, Result>): Of<
      Actor,
      Params,
      Prepared,
      FirstDecision<Begun, Result>
    > => {
      const second: Step<Realm, Actor, Input, Result> = { decide: finish }
      return {
        ...declaration,
        kind: 'decision',
        steps: { ...declaration.steps, finish: second },
        decide,
        present: presentAfterWork(second, { work, after }),
      }
    },

    file: <Actor, Params extends Schemas, Decision, Prepared = unknown>(
      declaration: Without<
        Of<Actor, Params, Prepared, Decision>,
        'present' | 'atRoot' | 'serve' | 'returns' | 'returnsMore' | 'verbatim'
      > &
        Required<Pick<Of<Actor, Params, Prepared, Decision>, 'serve'>>,
    ): Of<Actor, Params, Prepared, Decision> => ({ ...declaration, kind: 'file', returns: {} }),

    public: <Params extends Schemas>({
      serve,
      ...declaration
    }: CommonDeclaration<undefined, Params> & {
      serves?: Record<number, ServedResponse>
      serve: (edge: Edge, params: Decoded<Params>) => Response | Promise<Response>
    }): Of<undefined, Params, unknown, undefined> => ({
      ...declaration,
      kind: 'public',
      returns: {},
      decide: () => undefined,
      serve: (edge, _, params) => serve(edge, params),
    }),

    listener: <Actor, Params extends Schemas>(
      declaration: CommonDeclaration<Actor, Params> & { returns: Schemas } & {
        decide(realm: Realm, actor: Actor, params: Decoded<Params>): Listening
      },
    ): Of<Actor, Params, unknown, Listening> => ({ ...declaration, kind: 'listener' }),

    step: <Actor, Input extends object, Result>(
      decide: (realm: Realm, actor: Actor, input: Input) => Result,
    ): Step<Realm, Actor, Input, Result> => ({ decide }),
  }
}
