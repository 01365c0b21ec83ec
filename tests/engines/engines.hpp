#pragma once
// Real databases for tests: each is found, started where it needs to be, and given SQL.
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "support/paths.hpp"
#include "support/run_tool.hpp"
#include "support/temporary_folder.hpp"

namespace credence::engines {

using programs::Run;

/// Runs a command of a shell, which gets the text as its standard input.
inline Run run_shell(const std::string& command, const std::string& input = {}) {
  return programs::run_program({"sh", "-c", command}, programs::nothing, input);
}

/// A database that runs SQL and prints CSV.
class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string name() const = 0;  ///< of its dialect
  [[nodiscard]] virtual Run run(const std::string& sql) = 0;
  [[nodiscard]] virtual std::string text_type() const { return "text"; }
  [[nodiscard]] virtual std::string real_type() const { return "double precision"; }
};

/// `sqlite3` and a database in a folder of its own.
class Sqlite final : public Engine {
 public:
  [[nodiscard]] std::string name() const override { return "sqlite"; }
  [[nodiscard]] std::string real_type() const override { return "real"; }
  [[nodiscard]] Run run(const std::string& sql) override {
    return run_shell("sqlite3 -csv '" + folder_ / "rows.db" + "'", sql);
  }

 private:
  testing::TemporaryFolder folder_;
};

/// DuckDB by its npm package and a script of our own.
class Duckdb final : public Engine {
 public:
  explicit Duckdb(std::string packages) : packages_(std::move(packages)) {}
  [[nodiscard]] std::string name() const override { return "duckdb"; }
  [[nodiscard]] Run run(const std::string& sql) override {
    return run_shell("node '" + testing::project_file("tests/engines/duckdb.mjs") + "' '" +
                         packages_ + "' '" + folder_ / "rows.db" + "'",
                     sql);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_ / name; }

 private:
  testing::TemporaryFolder folder_;
  std::string packages_;
};

/// A cluster of its own behind a socket in a folder of its own. PostgreSQL refuses to run as root:
/// then the user postgres runs it, whom the package made.
class Postgresql final : public Engine {
 public:
  explicit Postgresql(const std::string& programs) : programs_(programs) {
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
    const std::string data = folder_ / "data";
    require(as_user(programs_ + "/initdb -D " + data +
                    " -E UTF8 --locale=C.UTF-8 -A trust -U postgres -N"));
    require(as_user(programs_ + "/pg_ctl -D " + data + " -w -l " + folder_ / "log" + " -o \"-k " +
                    folder_.path().string() +
                    " -c listen_addresses='' -c fsync=off -c jit=off\" start"));
  }
  Postgresql(const Postgresql&) = delete;
  Postgresql& operator=(const Postgresql&) = delete;
  ~Postgresql() override {
    (void)as_user(programs_ + "/pg_ctl -D " + folder_ / "data" + " -m immediate -w stop");
  }
  [[nodiscard]] std::string name() const override { return "postgresql"; }
  [[nodiscard]] Run run(const std::string& sql) override {
    return run_shell("psql -Xq --csv -v ON_ERROR_STOP=1 -h '" + folder_.path().string() +
                         "' -U postgres postgres",
                     sql);
  }

 private:
  static Run as_user(const std::string& command) {
    const std::string other = "setpriv --reuid=postgres --regid=postgres --clear-groups ";
    return run_shell((::geteuid() == 0 ? other : "") + command);
  }
  void require(const Run& outcome) const {
    if (outcome.exit != 0)
      throw std::runtime_error("PostgreSQL does not start: " + outcome.err + outcome.out);
  }

  testing::TemporaryFolder folder_;
  std::string programs_;
};

/// The folder of PostgreSQL's programs, which are not in PATH; none where it is not installed.
inline std::optional<std::string> postgresql_programs() {
  const Run found = run_shell("ls -d /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1");
  if (found.out.size() < 9 || !programs::is_there("psql")) return {};
  return found.out.substr(0, found.out.rfind("/initdb"));
}

/// The folder in which `npm install @duckdb/node-api` was run: that of CREDENCE_DUCKDB, or of `./dev
/// test --engines`.
inline std::optional<std::string> duckdb_packages() {
  const char* named = std::getenv("CREDENCE_DUCKDB");
  const std::string folder = named != nullptr ? named : testing::project_file("build/engines");
  const bool there = std::filesystem::exists(folder + "/node_modules/@duckdb/node-api");
  return there && programs::is_there("node") ? std::optional(folder) : std::nullopt;
}

/// Returns the database of a dialect; null, and says so, where it is not installed.
inline std::unique_ptr<Engine> engine(const std::string& name) {
  if (name == "sqlite" && programs::is_there("sqlite3")) return std::make_unique<Sqlite>();
  if (name == "postgresql")
    if (const auto programs = postgresql_programs()) return std::make_unique<Postgresql>(*programs);
  if (name == "duckdb")
    if (const auto packages = duckdb_packages()) return std::make_unique<Duckdb>(*packages);
  std::printf("skipped: %s is not installed; ./dev test --engines installs it\n", name.c_str());
  return nullptr;
}

}  // namespace credence::engines
