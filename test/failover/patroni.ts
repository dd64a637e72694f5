import {
  chownSync,
  closeSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { findBinaries } from '#platform/postgres/binaries.ts'
import { serverOwner } from '#platform/postgres/owner.ts'
import { until } from '../chaos/processes.ts'
import { type Cable, layCable } from './cable.ts'
import { descendantsOf, signalAll } from '../../tools/process-tree.ts'

export type Replication = 'synchronous' | 'asynchronous'

/** One server of the cluster: Patroni and its PostgreSQL. */
export type Node = {
  name: string
  /** Patroni, PostgreSQL and all its connections, as when the machine loses power. */
  kill: () => Promise<void>
  /** Nothing of it runs, but its connections stay open, as when the machine hangs. */
  freeze: () => void
  thaw: () => void
  /** It runs, but neither clients nor the other nodes nor etcd can be reached. */
  cutOff: () => void
  mend: () => void
  /** Holds back what it sends to its standbys, as a slow network would. */
  delayReplication: () => void
  start: () => void
}

export type PatroniCluster = AsyncDisposable & {
  /** Through HAProxy, which leads to the primary. */
  url: string
  nodes: readonly Node[]
  primary: () => Promise<Node | null>
  /** Until every node is up and, with synchronous replication, one standby is synchronous. */
  untilHealthy: () => Promise<void>
}

const NODES = ['node1', 'node2', 'node3'] as const
const HEALTHY_WITHIN_SECONDS = 120
/** The logs of the last run. */
const LOGS = 'test-results/failover'

type Ports = { rest: number; postgres: number }
type Cables = { etcd: Cable; rest: Cable; postgres: Cable }
type Plan = { name: string; ports: Ports; cables: Cables; folder: string; config: string }

/** Three PostgreSQL servers under Patroni, one etcd and one HAProxy, all on the loopback. */
export async function startPatroni(replication: Replication): Promise<PatroniCluster> {
  const owner = serverOwner()
  const folder = mkdtempSync(join(tmpdir(), 'codeshelf-patroni-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (name: string, command: string, parameters: string[]): OwnedProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const owned = spawnOwned(command, parameters, { cwd: folder, stdio: ['ignore', log, log], ...owner })
    closeSync(log)
    return owned
  }
  const etcdPort = await freePort()
  const etcd = run('etcd', 'etcd', etcdParameters(folder, etcdPort, await freePort()))
  const plans: Plan[] = []
  for (const name of NODES) plans.push(await planNode(name, folder, etcdPort, replication))
  const nodes = plans.map((plan) => openNode(plan, run))
  const port = await freePort()
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(port, plans))
  await untilAnswers(`http://127.0.0.1:${etcdPort}/health`)
  for (const node of nodes) node.start()
  const haproxy = run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    nodes,
    primary: async () => nodes[await indexOfPrimary(plans)] ?? null,
    untilHealthy: () => until('the cluster is healthy', HEALTHY_WITHIN_SECONDS, () => isHealthy(plans, replication)),
    [Symbol.asyncDispose]: async () => {
      await haproxy.stop('SIGKILL')
      for (const node of nodes) await node.kill()
      await etcd.stop('SIGKILL')
      for (const { cables } of plans) for (const cable of Object.values(cables)) await cable[Symbol.asyncDispose]()
      for (const log of globSync(join(folder, '*.log'))) cpSync(log, join(LOGS, basename(log)))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function etcdParameters(folder: string, client: number, peer: number): string[] {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const options = {
    'data-dir': join(folder, 'etcd'),
    name: 'etcd',
    'enable-v2': 'true',
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
  }
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`)
}

async function planNode(name: string, folder: string, etcd: number, replication: Replication): Promise<Plan> {
  const ports = { rest: await freePort(), postgres: await freePort() }
  const cables = {
    etcd: await layCable(etcd),
    rest: await layCable(ports.rest),
    postgres: await layCable(ports.postgres),
  }
  const config = join(folder, `${name}.json`)
  const data = join(folder, name)
  mkdirSync(data)
  const owner = serverOwner()
  if (owner) chownSync(data, owner.uid, owner.gid)
  // YAML contains JSON.
  writeFileSync(config, JSON.stringify(await patroniConfig({ name, ports, cables, folder, config }, replication)))
  return { name, ports, cables, folder, config }
}

async function patroniConfig({ name, ports, cables, folder }: Plan, replication: Replication): Promise<object> {
  const hba = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  return {
    scope: 'codeshelf',
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${cables.rest.port}` },
    // Not `etcd3`: through that interface Patroni 3.0 writes the leader key without comparing it, so a primary that was frozen
    // takes the lead back from its successor when it wakes, and what the successor had accepted is lost.
    // `use_proxies`: it would learn the address of etcd and go there past its cable.
    etcd: { host: `127.0.0.1:${cables.etcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        // The least that Patroni accepts: after so many seconds without a sign of the primary another one leads.
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: replication === 'synchronous',
        // Without a standby that confirms, the primary does not accept writes.
        synchronous_mode_strict: replication === 'synchronous',
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            wal_log_hints: 'on',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'locale-provider': 'icu' }, { 'icu-locale': 'und' }],
      pg_hba: hba,
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${cables.postgres.port}`,
      data_dir: join(folder, name, 'data'),
      bin_dir: await findBinaries(serverOwner(), folder),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      parameters: { unix_socket_directories: '' },
      pg_hba: hba,
    },
  }
}

function haproxyConfig(port: number, plans: readonly Plan[]): string {
  const servers = plans.map(
    ({ name, cables }) =>
      `  server ${name} 127.0.0.1:${cables.postgres.port} maxconn 100 check port ${cables.rest.port}`,
  )
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

type Run = (name: string, command: string, parameters: string[]) => OwnedProcess

function openNode({ name, cables, config, folder }: Plan, run: Run): Node {
  let patroni: OwnedProcess | null = null
  const postmaster = () => postmasterOf(join(folder, name, 'data'))
  const all = () => [patroni?.child.pid ?? 0, postmaster()].filter((pid) => pid > 0).flatMap(descendantsOf)
  return {
    name,
    start: () => {
      patroni = run(name, 'patroni', [config])
    },
    kill: async () => {
      const processes = all()
      signalAll(processes, 'SIGKILL')
      await patroni?.stop('SIGKILL')
      await until('all its processes ended', 10, async () => !signalAll(processes, 0))
    },
    freeze: () => void signalAll(all(), 'SIGSTOP'),
    thaw: () => void signalAll(all(), 'SIGCONT'),
    cutOff: () => Object.values(cables).forEach((cable) => cable.cut()),
    mend: () => Object.values(cables).forEach((cable) => cable.mend()),
    delayReplication: () => void signalAll(descendantsOf(postmaster()).filter(isWalSender), 'SIGSTOP'),
  }
}

/** 0 when there is none. */
function postmasterOf(data: string): number {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

function isWalSender(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')
  } catch {
    return false // it ended meanwhile
  }
}

async function indexOfPrimary(plans: readonly Plan[]): Promise<number> {
  const leads = await Promise.all(plans.map(({ cables }) => answers(`http://127.0.0.1:${cables.rest.port}/primary`)))
  return leads.indexOf(true)
}

async function isHealthy(plans: readonly Plan[], replication: Replication): Promise<boolean> {
  const up = await Promise.all(plans.map(({ cables }) => answers(`http://127.0.0.1:${cables.rest.port}/health`)))
  const kind = replication === 'synchronous' ? 'synchronous' : 'replica'
  const standbys = await Promise.all(plans.map(({ cables }) => answers(`http://127.0.0.1:${cables.rest.port}/${kind}`)))
  return up.every(Boolean) && standbys.some(Boolean) && (await indexOfPrimary(plans)) !== -1
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false // down, frozen or cut off
  }
}

async function untilAnswers(url: string): Promise<void> {
  await until(`${url} answers`, 30, () => answers(url))
}
