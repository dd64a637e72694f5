import type { Client } from 'pg'
import type { UserCtx } from '#platform/ctx.ts'
import { listRepos, searchRepoSymbols } from '#features/repos/public.ts'

const EVERYWHERE = { languages: { any: [], none: [] }, paths: { any: [], none: [] } }

/** Mirrors with the names of the library's files, so that nothing is parsed twice. Each has the same number of files. */
export async function fillRepos(
  client: Client,
  userId: string,
  { files, repos }: { files: number; repos: number },
): Promise<void> {
  await client.query('set session_replication_role = replica')
  await putRepos(client, userId, repos)
  await putFiles(client, files, repos)
  await client.query('vacuum analyze')
}

const mirror = `md5('mirror' || (i % $1::int))::uuid`

async function putRepos(client: Client, userId: string, repos: number): Promise<void> {
  await client.query(
    `insert into mirrors (id, url, asked_branch, head, wanted_at, last_sync_at, next_sync_at, symbols_commit)
     select ${mirror}, 'https://example.test/' || i, '', repeat('c', 40), now(), now(), now(), repeat('c', 40)
     from generate_series(0, $1::int - 1) as i`,
    [repos],
  )
  await client.query(
    `insert into repos (user_id, id, name, url, mirror_id, head, created_at)
     select $2::bigint, gen_random_uuid(), 'bench/repo' || i, 'https://example.test/' || i, ${mirror}, repeat('c', 40), now()
     from generate_series(0, $1::int - 1) as i`,
    [repos, userId],
  )
  await client.query(
    `insert into mirror_lists select ${mirror}, repeat('c', 40), 1 from generate_series(0, $1::int - 1) as i`,
    [repos],
  )
}

async function putFiles(client: Client, files: number, repos: number): Promise<void> {
  const docs = `(
    select i, ${mirror} as mirror_id, md5(i::text) || '00000000' as oid, f.language, f.file_name, d.names, d.symbols
    from generate_series(0, $2::int - 1) as i join (
      select row_number() over (order by user_id, file_id) - 1 as n, d.* from search_docs d where d.symbols is not null
    ) d on d.n = i % (select count(*) from search_docs where symbols is not null)
    join files f on f.user_id = d.user_id and f.id = d.file_id order by i % $1::int, i
  ) d`
  await client.query(
    `insert into mirror_files (mirror_id, generation, path, kind, oid, size_bytes)
     select mirror_id, 1, file_name || '/' || i || substring(file_name from '[.][^.]*$'), 'file', oid, 1 from ${docs}`,
    [repos, files],
  )
  await client.query(
    `insert into mirror_symbols (mirror_id, oid, language, names, symbols)
     select mirror_id, oid, language, case when strpos(names, chr(10)) > 0 then substr(names, strpos(names, chr(10))) else '' end, symbols
     from ${docs}`,
    [repos, files],
  )
}

export async function searchInRepos(ctx: UserCtx, wanted: string, limit: number): Promise<number> {
  const found = await searchRepoSymbols(ctx, wanted, { repos: await listRepos(ctx), limit, filter: EVERYWHERE })
  return found.hits.length
}
