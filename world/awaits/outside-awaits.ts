import { visitorKeys, type ArrowFunctionExpression, type Function, type Node } from 'oxc-parser'

type FunctionNode = Function | ArrowFunctionExpression
/** What must lead outside so that an expression does: a function, or a function or a value of any property of a name. */
type Cause = FunctionNode | Parameter | `call ${string}` | `value ${string}` | 'outside'
type Parameter = { of: Node; at: number }
type Declared = Node | Parameter | `property ${string}`
type Scope = { names: Map<string, Declared>; outer: Scope | undefined; causes: Set<Cause> }

/**
 * How the server calls what is outside of its host. Clocks, streams, sockets of clients and the object's own storage are not outside.
 * The receivers of R2, caches and objects are known by their names.
 */
const OF_GLOBALS = new Set(['fetch', 'connect'])
const OF_D1 = new Set(['all', 'run', 'first', 'batch'])
const RECEIVERS = /stub|bucket|upload$|caches?$|^FILES$|^BACKUPS$|^EMAIL$|^IMAGES$/i
/** What a gateway calls its realm for: src/events/gateways/protocol.ts. */
const OF_REALM = /^(?:contactGateway|admitCaller|exchangePresences|removeExpiredQueues|noteAbsence)$/
const IN_MEMORY = new Set(['has', 'set', 'add', 'clear', 'push'])
/** What these do waits for other threads, or for streams of the same host. */
const NEVER_OUTSIDE = /^(?:subtle|reader|writer|body|response|request|decoder|encoder)$/

/**
 * Returns where the awaits of a program begin that need something outside: a database, a bucket, a cache, another object or another
 * server. It reads the source: functions are known by their scope, and methods by their names.
 */
export function outsideAwaitsIn(program: Node): Set<number> {
  const reading = new Reading()
  reading.read(program, { names: new Map(), outer: undefined, causes: new Set() })
  reading.resolve()
  return new Set(reading.awaits.filter(({ causes }) => reading.leadsOutside(causes)).map(({ start }) => start))
}

class Reading {
  readonly awaits: { start: number; causes: Set<Cause> }[] = []
  readonly #causesOf = new Map<Cause, Set<Cause>>()
  readonly #parameters = new Map<Cause, Parameter[]>()
  readonly #methods = new Map<string, Cause[]>()
  readonly #given: { called: Cause | undefined; name: string | undefined; at: number; causes: Set<Cause> }[] = []
  readonly #outside = new Set<Cause>(['outside'])

  leadsOutside(causes: ReadonlySet<Cause>): boolean {
    return causes.values().some((cause) => this.#outside.has(cause))
  }

  /** What leads to something that leads outside leads outside. */
  resolve(): void {
    for (const { called, name, at, causes } of this.#given) {
      const functions = called === undefined ? (this.#methods.get(name ?? '') ?? []) : [called]
      for (const each of functions) {
        const parameter = this.#parameters.get(each)?.[at]
        if (parameter) this.#add(parameter, causes)
      }
    }
    for (let size = 0; size < this.#outside.size;) {
      size = this.#outside.size
      for (const [cause, causes] of this.#causesOf) if (this.leadsOutside(causes)) this.#outside.add(cause)
    }
  }

  #add(cause: Cause, causes: Iterable<Cause>): void {
    const found = this.#causesOf.get(cause) ?? new Set()
    this.#causesOf.set(cause, found)
    for (const each of causes) found.add(each)
  }

  read(node: Node, scope: Scope): void {
    if (isFunction(node)) return this.#readFunction(node, scope)
    if (node.type === 'Program') declare(node, scope)
    if (node.type === 'AwaitExpression') this.#await(node, node.argument, scope)
    if (node.type === 'ForOfStatement' && node.await) this.#await(node, node.right, scope)
    if (node.type === 'ReturnStatement' && node.argument)
      for (const cause of causesOf(node.argument, scope)) scope.causes.add(cause)
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
      if (node.value) this.#keep(nameOf(node.key), node.value, scope)
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && !node.left.computed)
      this.#keep(node.left.property.name, node.right, scope)
    if (node.type === 'CallExpression') this.#give(node.callee, node.arguments, scope)
    for (const child of childrenOf(node)) this.read(child, scope)
  }

  #await({ start }: Node, awaited: Node, scope: Scope): void {
    const causes = causesOf(awaited, scope)
    this.awaits.push({ start, causes })
    for (const cause of causes) scope.causes.add(cause)
  }

  #keep(name: string, value: Node, scope: Scope): void {
    if (name === '') return
    const called = functionOf(value, scope)
    if (called !== undefined) {
      this.#add(`call ${name}`, [called])
      this.#methods.set(name, [...(this.#methods.get(name) ?? []), called])
    }
    if (!isFunction(value)) this.#add(`value ${name}`, causesOf(value, scope))
  }

  /** What is given to a parameter is what the parameter is. */
  #give(callee: Node, given: readonly Node[], scope: Scope): void {
    const called = functionOf(callee, scope)
    const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined
    for (const [at, argument] of given.entries()) {
      const causes = causesOf(argument, scope)
      const passed = functionOf(argument, scope)
      if (passed !== undefined) causes.add(passed)
      if (causes.size > 0) this.#given.push({ called, name, at, causes })
    }
  }

  #readFunction(node: FunctionNode, outer: Scope): void {
    const scope: Scope = { names: new Map(), outer, causes: new Set() }
    const parameters = node.params.map((parameter, at) => {
      const own: Parameter = { of: node, at }
      declare(parameter, scope, own)
      return own
    })
    this.#parameters.set(node, parameters)
    if (node.body) declare(node.body, scope)
    for (const child of childrenOf(node)) this.read(child, scope)
    if (node.body && node.body.type !== 'BlockStatement')
      for (const cause of causesOf(node.body, scope)) scope.causes.add(cause)
    this.#add(node, scope.causes)
  }
}

/** Returns what must lead outside so that the value of an expression needs something outside. */
function causesOf(node: Node, scope: Scope): Set<Cause> {
  const causes = new Set<Cause>()
  const seen = new Set<Node>()
  const look = (part: Node): void => {
    if (seen.has(part)) return
    seen.add(part)
    switch (part.type) {
      case 'CallExpression':
      case 'TaggedTemplateExpression': {
        const callee = part.type === 'CallExpression' ? part.callee : part.tag
        const cause = causeOfCall(callee, scope, part.type === 'CallExpression')
        if (cause) causes.add(cause)
        const given = part.type === 'CallExpression' ? part.arguments : []
        const passes = callee.type === 'MemberExpression' && !callee.computed && PASSING.has(callee.property.name)
        if (passes && callee.type === 'MemberExpression') look(callee.object)
        for (const argument of given) {
          const called = functionOf(argument, scope)
          if (called !== undefined) causes.add(called)
          else if (passes) look(argument)
        }
        return
      }
      case 'Identifier': {
        const declared = lookUp(scope, part.name)
        if (isParameter(declared)) causes.add(declared)
        else if (typeof declared === 'string') causes.add(`value ${declared.slice('property '.length)}`)
        else if (declared && !isFunction(declared)) look(declared)
        return
      }
      case 'MemberExpression':
        if (!part.computed) causes.add(`value ${part.property.name}`)
        return
      case 'ConditionalExpression':
        look(part.consequent)
        return look(part.alternate)
      case 'AssignmentExpression':
        return look(part.right)
      case 'LogicalExpression':
      case 'ArrayExpression':
      case 'ChainExpression':
      case 'SpreadElement':
      case 'AwaitExpression':
      case 'UnaryExpression':
        return childrenOf(part).forEach(look)
      default:
    }
  }
  look(node)
  return causes
}

const PASSING = new Set('all race any allSettled then catch finally map flatMap filter from'.split(' '))

function causeOfCall(callee: Node, scope: Scope, isCall: boolean): Cause | undefined {
  const called = functionOf(callee, scope)
  if (called !== undefined) return called
  if (callee.type === 'Identifier') return OF_GLOBALS.has(callee.name) ? 'outside' : undefined
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  const { name } = callee.property
  const receiver = lastNameOf(callee.object)
  if (NEVER_OUTSIDE.test(receiver)) return undefined
  const isCallOfD1 = isCall && OF_D1.has(name) && receiver !== 'Promise'
  const isDoor = isCallOfD1 || RECEIVERS.test(receiver) || OF_REALM.test(name)
  return isDoor && !IN_MEMORY.has(name) ? 'outside' : `call ${name}`
}

/** Returns the function that an expression names. What a property has is known by its name. */
function functionOf(node: Node, scope: Scope): Cause | undefined {
  if (isFunction(node)) return node
  const declared = node.type === 'Identifier' ? lookUp(scope, node.name) : undefined
  if (declared === undefined) return undefined
  if (isParameter(declared)) return declared
  if (typeof declared === 'string') return `call ${declared.slice('property '.length)}`
  return isFunction(declared) ? declared : undefined
}

function lastNameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression') return lastNameOf(node.callee)
  if (node.type === 'AwaitExpression') return lastNameOf(node.argument)
  if (node.type !== 'MemberExpression') return ''
  return node.computed ? lastNameOf(node.object) : node.property.name
}

function lookUp(scope: Scope | undefined, name: string): Declared | undefined {
  for (let at = scope; at; at = at.outer) {
    const found = at.names.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Notes the names that a part declares, and not those of the functions in it. */
function declare(node: Node, scope: Scope, parameter?: Parameter): void {
  const bind = (pattern: Node, value: Declared): void => {
    if (pattern.type === 'Identifier') scope.names.set(pattern.name, value)
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left, value)
    else if (pattern.type === 'Property') bind(pattern.value, `property ${nameOf(pattern.key)}`)
    else for (const child of childrenOf(pattern)) bind(child, value)
  }
  const visit = (part: Node): void => {
    if (part.type === 'FunctionDeclaration' && part.id) scope.names.set(part.id.name, part)
    if (isFunction(part)) return
    if (part.type === 'VariableDeclarator') bind(part.id, part.init ?? part.id)
    for (const child of childrenOf(part)) visit(child)
  }
  if (parameter) bind(node, parameter)
  else visit(node)
}

function childrenOf(node: Node): Node[] {
  const keys = visitorKeys[node.type] ?? []
  return keys.flatMap((key) => Reflect.get(node, key)).filter(isNode)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isFunction = (node: Node): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

const nameOf = (key: Node): string => (key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : '')

const isParameter = (declared: Declared | undefined): declared is Parameter =>
  typeof declared === 'object' && !('type' in declared)
