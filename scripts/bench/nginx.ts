import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pin, type Running } from './candidate.ts';

const configuration = (folder: string, port: number, upstream: string): string => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; client_max_body_size 64m; client_body_buffer_size 2m;
  upstream bench { server ${upstream}; keepalive 128; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://bench; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } }
}`;

/** nginx as a plain proxy, where it is installed: about the least that a proxy can cost. Null where it is not. */
export async function startNginx(upstreamPort: number, port: number, processor: string): Promise<Running | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const folder = mkdtempSync(join(tmpdir(), 'diglot-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, `127.0.0.1:${upstreamPort}`));
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  pin(child, processor);
  const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  const pid = Number(workers[0]);
  spawn('taskset', ['-a', '-cp', processor, String(pid)], { stdio: 'ignore' });
  return { name: 'nginx', pid, port, stop: () => child.kill() };
}
