import { bodyOf } from './realm-call'
import type { CommonDeclaration, Decoded, Endpoint, Schemas, ServedResponse, Step } from './endpoint'

/** A way from the Worker back to the realm, with the credential of the request. */
export type RealmSteps<Realm> = {
  ask<Input extends object, Result>(step: Step<Realm, never, Input, Result>, input: Input): Promise<Result>
}

/** What the first half of a two-step endpoint decided: the answer, or what the Worker must know to work. */
export type FirstHalf<Begun, Result> = { done: Result; begun?: undefined } | { begun: Begun; done?: undefined }

/** The kinds of endpoints, for the handles of one server; the machinery itself does not know these handles. */
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
      ...declaration
    }: Without<Of<Actor, Params, Prepared, never>, 'decide' | 'present' | 'serve' | 'serves' | 'atRoot'> & {
      decide: (realm: Realm, actor: Actor, params: Decoded<Params> & Prepared) => FirstHalf<Begun, Result>
      /** In the Worker. Returns what the second decision is made of. */
      work: (edge: Edge, begun: NonNullable<Begun>, params: Decoded<Params>) => Input | Promise<Input>
      /** In the realm. The caller was authenticated and authorized again. */
      finish: (realm: Realm, actor: Actor, input: Input) => Result
    }): Of<Actor, Params, Prepared, FirstHalf<Begun, Result>> => {
      const second: Step<Realm, Actor, Input, Result> = { decide: finish }
      return {
        ...declaration,
        kind: 'decision',
        steps: { ...declaration.steps, finish: second },
        decide,
        present: async (edge, decision, params) => {
          const { done, begun } = decision
          if (begun === undefined || begun === null) return bodyOf(done)
          return bodyOf(await edge.ask(second, await work(edge, begun, params)))
        },
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
