import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** An exported function of a file, with the types of the parameters that it needs, as the file writes them, and dots before the last one of a function that takes many. */
export type DeclaredFunction = { name: string; types: string[] }

/** Returns the functions that a file exports. */
export function exportedFunctions(path: string): DeclaredFunction[] {
  const source = readFileSync(path, 'utf8')
  const { program } = parseSync(path, source)
  const typeOf = (parameter: Node): string[] => {
    // With a default, a parameter is not needed.
    if (parameter.type === 'AssignmentPattern' || parameter.optional === true) return []
    const annotation = (parameter.typeAnnotation as Node | null | undefined)?.typeAnnotation as Node | undefined
    const dots = parameter.type === 'RestElement' ? '...' : ''
    return [annotation === undefined ? '' : `${dots}${source.slice(annotation.start, annotation.end)}`]
  }
  const functionOf = (name: unknown, node: Node | null | undefined): DeclaredFunction[] =>
    node && ['FunctionDeclaration', 'ArrowFunctionExpression', 'FunctionExpression'].includes(node.type)
      ? [{ name: String(name), types: (node.params as Node[]).flatMap(typeOf) }]
      : []
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : null
    if (declaration?.type === 'FunctionDeclaration') return functionOf((declaration.id as Node).name, declaration)
    if (declaration?.type !== 'VariableDeclaration') return []
    return (declaration.declarations as Node[]).flatMap(({ id, init }) =>
      functionOf((id as Node).name, init as Node | null),
    )
  })
}
