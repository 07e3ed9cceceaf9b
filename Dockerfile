# The site with its pages built. Without DATABASE_URL it starts its own PostgreSQL in /data, as npm start does.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:26.10.0-slim
# Password hashes and files share libuv's threads (scripts/start.js).
ENV NODE_ENV=production UV_THREADPOOL_SIZE=16 DATA_DIR=/data BACKUP_DIR=/backup/sankofa PORT=3000 HOST=*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/demo ./demo
COPY --from=build /app/server ./server
COPY --from=build /app/dist ./dist
# `npm run admin`, `backup`, `restore` and `drill`.
COPY --from=build /app/scripts/admin ./scripts/admin
COPY --from=build /app/scripts/backup ./scripts/backup
COPY --from=build /app/scripts/admin.ts /app/scripts/backup.ts /app/scripts/restore.ts /app/scripts/drill.ts /app/scripts/run-command.js /app/scripts/install.js ./scripts/
RUN install --directory --owner=node --group=node /data /backup
USER node
VOLUME /data /backup
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
