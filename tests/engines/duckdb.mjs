// Runs the SQL of standard input in DuckDB and prints the rows of each statement as CSV.
// usage: node duckdb.mjs FOLDER [DATABASE]    FOLDER: where `npm install @duckdb/node-api` was run
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.argv[2] + "/");
const { DuckDBInstance } = require("@duckdb/node-api");

const field = (value) => {
  if (value === null) return "";
  const text = Object.is(value, -0) ? "-0" : String(value).replace(/^-Infinity$/, "-inf");
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
};
const print = (row) => process.stdout.write(row.map(field).join(",") + "\n");

try {
  const instance = await DuckDBInstance.create(process.argv[3] ?? ":memory:");
  const connection = await instance.connect();
  const statements = await connection.extractStatements(readFileSync(0, "utf8"));
  for (let i = 0; i < statements.count; ++i) {
    const reader = await (await statements.prepare(i)).runAndReadAll();
    const rows = reader.getRows();
    const names = reader.columnNames();
    if (rows.length === 0 || ["Count", "Success"].includes(names[0])) continue;
    print(names);
    rows.forEach(print);
  }
  connection.closeSync();
  instance.closeSync();
} catch (error) {
  process.stderr.write(error.message + "\n");
  process.exit(1);
}
