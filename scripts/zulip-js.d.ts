// The package has no types. These are what `npm run try-client` needs.
declare module 'zulip-js' {
  type Answer = { result: string; msg: string; code?: string }
  type Request<Result> = (fields?: Record<string, unknown>) => Promise<Answer & Result>
  type Message = { id: number; content: string }
  type Event = { id: number; type: string; message?: Message; flag?: string; messages?: number[] }
  type Named = { name: string }

  type Client = {
    config: { apiKey?: string }
    users: { me: { getProfile: Request<{ user_id: number }> }; retrieve: Request<{ members: unknown[] }> }
    streams: {
      retrieve: Request<{ streams: Named[] }>
      subscriptions: { retrieve: Request<{ subscriptions: Named[] }> }
    }
    queues: {
      register: Request<{ queue_id: string; last_event_id: number }>
      deregister: Request<object>
    }
    events: { retrieve: Request<{ events: Event[] }> }
    messages: {
      send: Request<{ id: number }>
      retrieve: Request<{ messages: Message[] }>
      getById: Request<{ raw_content: string }>
      flags: { add: Request<object> }
    }
  }

  const connect: (config: { username: string; password: string; realm: string }) => Promise<Client>
  export default connect
}
