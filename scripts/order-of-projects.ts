// The order in which vitest starts the test files. Its own order is that of the names of the projects.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Each project starts while the last files of the one before it run. A runtime or a browser starts meanwhile, and no processor waits.
 * The browser is first, because its files are the longest. The world is the longest file, and the costs are two long ones: last, they would
 * run alone. Files that need none of these fill the gaps at the end.
 */
const ORDER = ['browser', 'server', 'world', 'costs', 'scripts', 'slow-rules', 'rules']

/** A project that the list does not have runs last. */
const placeOf = ({ project }: TestSpecification): number => {
  const place = ORDER.indexOf(project.name)
  return place === -1 ? ORDER.length : place
}

export class OrderOfProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
