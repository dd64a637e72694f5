import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { READ_BY_US } from '../licence.ts'
import { output, root } from './run.ts'

const componentShape = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).optional(),
})
const bomShape = z.looseObject({
  metadata: z.looseObject({ timestamp: z.string() }),
  components: z.array(componentShape),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
export type Bom = z.infer<typeof bomShape>
type Component = Bom['components'][number]
export type Work = { name: string; version: string; licence: string }
const worksFile = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() }))

/** `codeshelf-<version>.cdx.json`: every work of others inside the packages, in the format of CycloneDX. The build must have run. */
export async function writeComponents(releaseDir: string, version: string): Promise<void> {
  const works = worksFile.parse(JSON.parse(await readFile(join(root, 'dist/works.json'), 'utf8')))
  const epoch = Number(process.env['SOURCE_DATE_EPOCH']) * 1000
  const bom = shippedComponents(readLocked(), works, new Date(epoch))
  await writeFile(join(releaseDir, `codeshelf-${version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`)
}

/** All packages of the lock file, and those of production alone, with their hashes and licences. */
export type Locked = { all: Bom; production: Bom }

export function readLocked(): Locked {
  const read = (...options: string[]) => {
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...options]
    return bomShape.parse(JSON.parse(output('npm', args)))
  }
  return { all: read(), production: read('--omit', 'dev') }
}

/**
 * npm lists what is bundled for browsers as development dependencies, and knows nothing of works inside other packages. The build found both.
 * The number and the time of each run of npm are left out, so that two builds are alike.
 */
export function shippedComponents({ all, production }: Locked, works: readonly Work[], at: Date): Bom {
  const { serialNumber: _, ...bom } = all
  const produced = new Set(production.components.map((component) => component['bom-ref']))
  const bundled = new Map(works.map((work) => [`${work.name}@${work.version}`, work]))
  const packages = all.components.filter(
    (component) => produced.has(component['bom-ref']) || bundled.has(`${component.name}@${component.version}`),
  )
  const named = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const inside = [...bundled].flatMap(([id, work]) => (named.has(id) ? [] : [componentOf(work)]))
  const components = [...packages.map(withLicence), ...inside]
  const refs = new Set(components.map((component) => component['bom-ref']))
  const dependencies = all.dependencies.flatMap(({ ref, dependsOn }, index) =>
    // The first is the program itself.
    index === 0 || refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }] : [],
  )
  return { ...bom, metadata: { ...all.metadata, timestamp: at.toISOString() }, components, dependencies }
}

function withLicence(component: Component): Component {
  const licence = READ_BY_US[`${component.name} ${component.version}`]
  return licence === undefined || component.licenses?.length ? component : { ...component, licenses: licensed(licence) }
}

function componentOf({ name, version, licence }: Work): Component {
  return { 'bom-ref': name, type: 'library', name, version, licenses: licensed(licence) }
}

function licensed(expression: string): unknown[] {
  return [{ license: { id: expression } }]
}
